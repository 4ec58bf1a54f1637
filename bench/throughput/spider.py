"""Scrapy's side: a spider that reads the same fields by CSS selectors and stores them in SQLite.

    SCRAPY_PYTHON spider.py JOB     where JOB is an object as JSON: design, addresses (a file),
                                    at_once, store, cache (a folder, or nothing)

Run by another interpreter, which has Scrapy and nothing of this project. Written as its
documentation advises for speed: no log, no console, items as plain dicts, one transaction for
`BATCH` items, the same journal mode as ours.
"""

import json
import sqlite3
import sys
import time

import scrapy  # type: ignore[import-not-found]
from scrapy.crawler import CrawlerProcess  # type: ignore[import-not-found]

BATCH = 100


class Books(scrapy.Spider):  # type: ignore[misc]
    """Asks for all addresses and yields the records of each page."""

    name = "books"

    async def start(self):
        self.began, self.cpu = time.monotonic(), time.process_time()
        read = {"table": self.parse_table, "cards": self.parse_cards}[self.job["design"]]
        with open(self.job["addresses"]) as lines:
            for line in lines:
                yield scrapy.Request(line.strip(), callback=read)

    def parse_table(self, response):
        total = response.css("p.result-range::text").re_first(r"of ([\d,]+)")
        for row in response.css("table.results > tbody > tr"):
            yield {
                "url": response.urljoin(row.css("td:nth-child(1) a::attr(href)").get()),
                "title": row.css("td:nth-child(1) a::text").get(),
                "author": row.css("td:nth-child(2)::text").get(),
                "abstract": row.css("td:nth-child(3)::text").get(),
                "year": row.css("td:nth-child(4)::text").get(),
                "publisher": row.css("td:nth-child(5)::text").get(),
                "language": row.css("td:nth-child(6)::text").get(),
                "shelf": row.css("td:nth-child(7)::text").get(),
                "total": total,
            }

    def parse_cards(self, response):
        total = response.css("h2.page-header strong::text").get()
        for card in response.css("article.card"):
            yield {
                "url": response.urljoin(card.css("h3.card-title a::attr(href)").get()),
                "title": card.css("h3.card-title a::text").get(),
                "author": card.css("p.text-1::text").get(),
                "abstract": card.css("p.text-2::text").get(),
                "year": card.css("p.text-3::text").get(),
                "total": total,
            }

    def closed(self, reason):
        stats = self.crawler.stats
        pages = stats.get_value("response_received_count", 0)
        self.result.update(pages=pages)


class ToSqlite:
    """Stores each record once, by its address."""

    def __init__(self, crawler):
        self.crawler = crawler
        self.waiting = 0

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    def open_spider(self):
        self.db = sqlite3.connect(self.crawler.spider.job["store"], isolation_level=None)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = NORMAL")
        self.db.execute(
            "CREATE TABLE records (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, fields TEXT)"
        )

    def process_item(self, item):
        if not self.waiting:
            self.db.execute("BEGIN")
        add = "INSERT OR IGNORE INTO records (url, fields) VALUES (?, ?)"
        self.db.execute(add, (item["url"], json.dumps(item, ensure_ascii=False)))
        self.waiting += 1
        if self.waiting == BATCH:
            self._commit()
        return item

    def close_spider(self):
        self._commit()
        spider = self.crawler.spider
        (records,) = self.db.execute("SELECT count(*) FROM records").fetchone()
        spider.result.update(
            records=records,
            seconds=time.monotonic() - spider.began,
            cpu=time.process_time() - spider.cpu,
        )
        self.db.close()

    def _commit(self):
        if self.waiting:
            self.db.execute("COMMIT")
            self.waiting = 0


def main():
    job, result = json.loads(sys.argv[1]), dict[str, float]()
    settings = {
        "CONCURRENT_REQUESTS": job["at_once"],
        "CONCURRENT_REQUESTS_PER_DOMAIN": job["at_once"],
        "DOWNLOAD_DELAY": 0,
        "AUTOTHROTTLE_ENABLED": False,
        "ROBOTSTXT_OBEY": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "ERROR",
        "ITEM_PIPELINES": {ToSqlite: 100},
        "HTTPCACHE_ENABLED": bool(job["cache"]),
        "HTTPCACHE_DIR": job["cache"],
    }
    process = CrawlerProcess(settings)
    process.crawl(Books, job=job, result=result)
    process.start()
    print(json.dumps(result))


if __name__ == "__main__":
    main()
