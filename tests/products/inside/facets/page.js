// The whole catalogue is one request; everything after happens in the browser.
import instantsearch from "instantsearch.js";
import { hits, pagination, refinementList, searchBox, stats } from "instantsearch.js/es/widgets";
import { createIndex, getSearchClient } from "instantsearch-itemsjs-adapter";

const facet = (title) => ({ title, size: 100, conjunction: false });

const item = (hit, { html }) => html`
  <article>
    <h3>${hit.title}</h3>
    <p class="key">${hit.key}</p>
    <p class="group">${hit.group}</p>
    <p class="owner">${hit.owner}</p>
  </article>
`;

async function main() {
  const items = await (await fetch("items.json")).json();
  const index = createIndex(items, {
    searchableFields: ["key", "title", "text"],
    query: "",
    aggregations: { group: facet("Group"), owner: facet("Owner") },
  });
  const search = instantsearch({ indexName: "items", searchClient: getSearchClient(index) });
  search.addWidgets([
    searchBox({ container: "#box" }),
    stats({ container: "#count" }),
    refinementList({ container: "#group", attribute: "group" }),
    refinementList({ container: "#owner", attribute: "owner" }),
    hits({ container: "#items", templates: { item } }),
    pagination({ container: "#pages" }),
  ]);
  search.start();
}

main();
