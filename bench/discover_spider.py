"""Scrapy's side of `discover_throughput`: follow the links of all sites with the same manners.

    SCRAPY_PYTHON discover_spider.py JOB     where JOB is a file: sites, pages, delay, at_once

Run by another interpreter, which has Scrapy and nothing of this project. It obeys robots.txt, has
one connection and a pause for each site, follows the links of a site up to three deep, and counts
the forms of each page by a selector; no log, no console, nothing is kept.
"""

import json
import sys
import time
from urllib.parse import urlsplit

import scrapy  # type: ignore[import-not-found]
from scrapy.crawler import CrawlerProcess  # type: ignore[import-not-found]
from scrapy.linkextractors import LinkExtractor  # type: ignore[import-not-found]


class Links(scrapy.Spider):  # type: ignore[misc]
    """Follows links within each site."""

    name = "links"

    async def start(self):
        self.began, self.cpu, self.forms = time.monotonic(), time.process_time(), 0
        self.extractor = LinkExtractor()
        for url in self.job["sites"]:
            yield scrapy.Request(url)

    def parse(self, response):
        if not isinstance(response, scrapy.http.TextResponse):
            return
        self.forms += len(response.css("form"))
        here = urlsplit(response.url).netloc
        for link in self.extractor.extract_links(response):
            if urlsplit(link.url).netloc == here:
                yield scrapy.Request(link.url)

    def closed(self, reason):
        self.result.update(
            pages=self.crawler.stats.get_value("response_received_count", 0),
            seconds=time.monotonic() - self.began,
            cpu=time.process_time() - self.cpu,
        )


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    result = dict[str, float]()
    settings = {
        "CONCURRENT_REQUESTS": job["at_once"],
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "DOWNLOAD_DELAY": job["delay"],
        "RANDOMIZE_DOWNLOAD_DELAY": False,
        "ROBOTSTXT_OBEY": True,
        "DEPTH_LIMIT": 3,
        "DEPTH_PRIORITY": 1,
        "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
        "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
        "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.DownloaderAwarePriorityQueue",
        "CLOSESPIDER_PAGECOUNT": job["pages"],
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "ERROR",
    }
    process = CrawlerProcess(settings)
    process.crawl(Links, job=job, result=result)
    process.start()
    print(json.dumps(result))


if __name__ == "__main__":
    main()
