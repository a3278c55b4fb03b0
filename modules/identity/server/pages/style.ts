import { parseHex, readableOn, type Rgb, toHex } from "#platform/contract/contrast.ts";

const WHITE: Rgb = { r: 255, g: 255, b: 255 };
const BLACK: Rgb = { r: 0, g: 0, b: 0 };
const DARK_CARD = parseHex("#1c1e21") ?? BLACK;
/** What is no colour gives a calm green. */
const DEFAULT: Rgb = { r: 47, g: 111, b: 94 };

/** Style of the provider's pages, light and dark, with the club's accent made safe for contrast. */
export function stylesheet(accentColor: string): string {
  const accent = parseHex(accentColor) ?? DEFAULT;
  const light = toHex(readableOn(accent, [WHITE], BLACK));
  const dark = toHex(readableOn(accent, [DARK_CARD], WHITE));
  return `:root{--accent:${light};--on-accent:#fff;--page:#f3f3f1;--card:#fff;--text:#1d2023;--soft:#5a6067;--line:#c9ccd1;--edge:#8b9098;--field:#fff;--bad:#b3261e;--bad-soft:#fdecea}
@media (prefers-color-scheme:dark){:root{--accent:${dark};--on-accent:#111315;--page:#131517;--card:#1c1e21;--text:#eceef0;--soft:#a9b0b8;--line:#474c53;--edge:#767d87;--field:#131517;--bad:#ff8a80;--bad-soft:#3a1d1c}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.card{width:100%;max-width:25rem;background:var(--card);border-radius:14px;padding:28px;box-shadow:0 1px 3px rgb(0 0 0/.12)}
.wide{max-width:42rem}
header{display:flex;align-items:center;gap:12px;margin-bottom:8px}
.logo{max-height:48px;max-width:120px}
.club{margin:0;color:var(--soft)}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 20px}
h2{font-size:1.125rem;margin:32px 0 8px;padding-top:24px;border-top:1px solid var(--line)}
.field{margin-bottom:16px}
label{display:block;font-weight:600;margin-bottom:4px}
input{width:100%;font:inherit;color:inherit;background:var(--field);border:1px solid var(--edge);border-radius:8px;padding:10px 12px;min-height:44px}
input[aria-invalid=true]{border-color:var(--bad)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:10px 18px;font:inherit;font-weight:600;border:1px solid var(--accent);border-radius:8px;background:var(--accent);color:var(--on-accent);cursor:pointer;text-decoration:none}
.main{width:100%}\n.wide .field{max-width:26rem}
.quiet{background:transparent;color:var(--accent)}
.small{width:auto!important;min-height:36px;padding:4px 12px}
[hidden]{display:none!important}
a{color:var(--accent)}
.help{margin:4px 0 0;font-size:.875rem;color:var(--soft)}
.problem{background:var(--bad-soft);color:var(--bad);border-radius:8px;padding:10px 12px;margin:0 0 16px}
.done{border-left:4px solid var(--accent);padding:6px 12px;margin:0 0 16px}
.below{margin:16px 0 0;text-align:center}
ul.rows{list-style:none;padding:0;margin:0 0 16px}
ul.rows li{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:8px;padding:10px 0;border-bottom:1px solid var(--line)}
.codes{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:6px;padding:0;list-style:none;font-family:ui-monospace,monospace;font-size:1.05rem}
.qr{background:#fff;border-radius:8px;padding:8px;width:200px;height:200px}
code{overflow-wrap:anywhere}
@media (max-width:480px){body{padding:0;place-items:start stretch;background:var(--card)}.card{box-shadow:none;border-radius:0;padding:24px 20px;max-width:none}}
`;
}
