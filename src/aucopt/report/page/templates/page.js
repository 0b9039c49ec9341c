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
