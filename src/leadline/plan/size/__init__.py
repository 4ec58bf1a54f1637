"""How many records there are behind a form: while asking, and by an audit at the end."""

from leadline.plan.size.audit import Audit
from leadline.plan.size.listed import is_listed_whole, is_nearly_listed
from leadline.plan.size.running import estimate_size
from leadline.plan.size.value import Size, is_proved

__all__ = ["Audit", "Size", "estimate_size", "is_listed_whole", "is_nearly_listed", "is_proved"]
