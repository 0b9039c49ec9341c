"use strict";

// Tables: a click on a heading sorts by its column, a second one the other way round. Empty cells stay last.
// One listener for all of them, those that come later included.
document.addEventListener("click", (event) => {
  const head = event.target.closest("figure.table th button")?.closest("th");
  if (!head) return;
  const table = head.closest("table");
  const column = head.cellIndex;
  const numeric = head.classList.contains("number");
  const compare = (a, b) => numeric ? Number(a) - Number(b) : a.localeCompare(b, undefined, { numeric: true });
  const order = head.getAttribute("aria-sort");
  // The largest number first, names from A.
  const down = order ? order === "ascending" : numeric;
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const key = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
  const rows = [...table.tBodies[0].rows].map((row) => [key(row), row]);
  rows.sort(([a], [b]) => {
    if (a === "" || b === "") return (a === "") - (b === "");
    return down ? compare(b, a) : compare(a, b);
  });
  table.tBodies[0].append(...rows.map(([, row]) => row));
});
