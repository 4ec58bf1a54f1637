"""Reading result pages: records and how to find them on other pages of the same site."""

from leadline.read.induce import induce
from leadline.read.records import Extraction
from leadline.read.structured_wrapper import JsonWrapper
from leadline.read.wrapper import HtmlWrapper, Sample

Wrapper = HtmlWrapper | JsonWrapper

__all__ = ["Extraction", "HtmlWrapper", "JsonWrapper", "Sample", "Wrapper", "induce"]
