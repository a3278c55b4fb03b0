// Sets light or dark before the first paint; it stands in the application's page and in those that
// the server writes. Where nothing may be stored the style sheets follow the system.
(function () {
  let stored = null;
  try {
    stored = localStorage.getItem("darkMode");
  } catch {}
  const dark =
    stored === null ? matchMedia("(prefers-color-scheme: dark)").matches : stored === "1";
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
  document.documentElement.style.background = dark ? "#16181b" : "#f6f6f4";
  document.documentElement.style.colorScheme = dark ? "dark" : "light";
})();
