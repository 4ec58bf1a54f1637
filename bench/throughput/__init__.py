"""How many pages a second are fetched, read and stored on one core, beside Scrapy."""
