// Sets light or dark before the first paint; the build puts it into the page.
(function () {
  const stored = localStorage.getItem("darkMode");
  const dark =
    stored === null ? matchMedia("(prefers-color-scheme: dark)").matches : stored === "1";
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
  document.documentElement.style.background = dark ? "#16181b" : "#f6f6f4";
  document.documentElement.style.colorScheme = dark ? "dark" : "light";
})();
