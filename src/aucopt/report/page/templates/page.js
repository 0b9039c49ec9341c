"use strict";

// Theme: what the system says, until somebody chooses.
{
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const asks = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : asks.matches);
  const label = () => { button.textContent = isDark() ? "light theme" : "dark theme"; };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    label();
  });
  asks.addEventListener("change", label);
  label();
  button.hidden = false;
}

// Tables: a click on a heading sorts by its column, a second one the other way round. Empty cells stay last.
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  heads.forEach((head, column) => {
    const numeric = head.classList.contains("number");
    const compare = (a, b) => numeric ? Number(a) - Number(b) : a.localeCompare(b, undefined, { numeric: true });
    head.querySelector("button").addEventListener("click", () => {
      const order = head.getAttribute("aria-sort");
      // The largest number first, names from A.
      const down = order ? order === "ascending" : numeric;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
      const rows = [...body.rows].map((row) => [key(row), row]);
      rows.sort(([a], [b]) => {
        if (a === "" || b === "") return (a === "") - (b === "");
        return down ? compare(b, a) : compare(a, b);
      });
      body.append(...rows.map(([, row]) => row));
    });
  });
}
