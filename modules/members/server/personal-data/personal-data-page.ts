import { escapeHtml } from "#platform/contract/escape-html.ts";

/** A part of the file as the page shows it. */
export interface PageSection {
  key: string;
  title: string;
  /** Records with German names; days and times in ISO form. */
  data: unknown;
  /** What becomes of it when the person is deleted. */
  deletion?: string;
  /** Paths of its files in the archive. */
  files?: readonly string[];
}

interface About {
  person: string;
  club: string;
  /** ISO day. */
  today: string;
  timeZone: string;
  trashDays: number;
  retentionMonths: number | null;
}

/** Lists of records with more columns than these are read better one below the other. */
const MOST_COLUMNS = 7;
const STYLE = `
body{font:16px/1.5 system-ui,sans-serif;color:#1c1c1e;margin:2.5rem auto;max-width:64rem;padding:0 1rem}
h1{font-size:1.8rem;line-height:1.25;margin:0}h2{font-size:1.3rem;margin:2.5rem 0 .5rem;padding-top:.75rem;border-top:2px solid #ddd}h3{font-size:1.05rem;margin:1.5rem 0 .4rem}
p,li{max-width:46rem}.quiet{color:#595959}nav ul{columns:2;padding-left:1.2rem}a{color:#1b5e9e}
table{border-collapse:collapse;margin:.4rem 0 1rem;width:100%}th,td{border-bottom:1px solid #ddd;padding:.3rem .6rem .3rem 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:600}table.facts>tbody>tr>th{width:16rem}td{white-space:pre-line}
@media(max-width:40rem){nav ul{columns:1}table.facts>tbody>tr>th{width:auto}}
@media print{body{margin:0;max-width:none;font-size:11pt}h2{break-after:avoid}tr{break-inside:avoid}}`;

/** Everything in words, readable in any browser; nothing in it is fetched from elsewhere. */
export function personalDataPage(
  about: About,
  sections: readonly PageSection[],
  hasPicture: boolean,
): string {
  const { person, club, today, timeZone, trashDays, retentionMonths } = about;
  const show = shownIn(timeZone);
  const files =
    sections.reduce((sum, section) => sum + (section.files?.length ?? 0), 0) + (hasPicture ? 1 : 0);
  const keeps =
    retentionMonths === null
      ? "Eine Frist, nach der Daten ausgetretener Mitglieder gelöscht werden, hat der Verein nicht eingestellt."
      : `Der Verein hebt Daten ausgetretener Mitglieder ${retentionMonths} Monate auf; danach sind sie zum Löschen fällig.`;
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`Auskunft ${person}`)}</title><style>${STYLE}</style></head><body>
<header><p class="quiet">${escapeHtml(club)}</p><h1>Auskunft über die gespeicherten Daten von ${escapeHtml(person)}</h1>
<p>Stand ${show(today)}. Diese Seite enthält, was ${escapeHtml(club)} in diesem Programm über ${escapeHtml(person)} gespeichert hat (Artikel 15 und 20 der Datenschutz-Grundverordnung).</p>
${hasPicture ? '<p><img src="Profilbild.webp" alt="Profilbild" width="128" height="128"></p>' : ""}
<h3>Was in diesem Archiv liegt</h3><ul><li>Auskunft.html: diese Seite zum Lesen und Drucken</li><li>Auskunft.json: dieselben Angaben in einer Form, die andere Programme lesen</li>
<li>${files === 0 ? "Dateien der Person gibt es keine." : `${files === 1 ? "1 Datei" : `${files.toLocaleString("de")} Dateien`} in Ordnern, die so heißen wie die Abschnitte`}</li></ul>
<h3>Wie lange die Daten bleiben</h3><p>${escapeHtml(keeps)} Gelöschte Mitglieder liegen ${trashDays === 1 ? "einen Tag" : `${trashDays} Tage`} im Papierkorb und werden dann anonymisiert. Passwörter und andere Geheimnisse kennt auch der Verein nicht; sie stehen nicht in dieser Auskunft.</p>
<h3>Inhalt</h3><nav><ul>${sections.map(({ key, title, data }) => `<li><a href="#${key}">${escapeHtml(title)}</a>${isEmpty(data) ? ' <span class="quiet">(nichts gespeichert)</span>' : ""}</li>`).join("")}</ul></nav></header>
<main>${sections.map((section) => sectionHtml(section, show)).join("\n")}</main></body></html>
`;
}

type Show = (value: unknown) => string;

function sectionHtml({ key, title, data, deletion, files = [] }: PageSection, show: Show): string {
  const links = files
    .map(
      (path) =>
        `<li><a href="${escapeHtml(path.split("/").map(encodeURIComponent).join("/"))}">${escapeHtml(path)}</a></li>`,
    )
    .join("");
  return `<section id="${key}"><h2>${escapeHtml(title)}</h2>
${isEmpty(data) ? '<p class="quiet">Dazu ist nichts gespeichert.</p>' : valueHtml(data, show)}
${links === "" ? "" : `<h3>Dateien in diesem Archiv</h3><ul>${links}</ul>`}
${deletion === undefined ? "" : `<p class="quiet">Beim Löschen der Person: ${escapeHtml(deletion)}</p>`}</section>`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value)
    ? Object.values(value).every(isEmpty)
    : value === null || value === undefined || value === "";
}

function isPlain(value: unknown): boolean {
  return !isRecord(value) && !(Array.isArray(value) && value.some(isRecord));
}

function valueHtml(value: unknown, show: Show): string {
  if (Array.isArray(value) && value.some(isRecord))
    return recordsHtml(value.filter(isRecord), show);
  return isRecord(value) ? recordHtml(value, show) : show(value);
}

/** Facts one below the other; lists of records follow under their own headings. */
function recordHtml(record: Record<string, unknown>, show: Show): string {
  const entries = Object.entries(record);
  const lists = entries.filter(([, value]) => Array.isArray(value) && value.some(isRecord));
  const facts = entries.filter(([, value]) => !(Array.isArray(value) && value.some(isRecord)));
  const rows = facts
    .map(
      ([name, value]) =>
        `<tr><th scope="row">${escapeHtml(name)}</th><td>${valueHtml(value, show)}</td></tr>`,
    )
    .join("");
  return `${rows === "" ? "" : `<table class="facts"><tbody>${rows}</tbody></table>`}${lists.map(([name, value]) => `<h3>${escapeHtml(name)}</h3>${valueHtml(value, show)}`).join("")}`;
}

/** Records that are all alike and narrow become a table, others follow one another. */
function recordsHtml(records: readonly Record<string, unknown>[], show: Show): string {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  if (
    names.length > MOST_COLUMNS ||
    records.some((record) => !Object.values(record).every(isPlain))
  ) {
    return records.map((record) => recordHtml(record, show)).join("");
  }
  const head = names.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join("");
  const rows = records
    .map((record) => `<tr>${names.map((name) => `<td>${show(record[name])}</td>`).join("")}</tr>`)
    .join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
}

/** Values as people write them: ja/nein, 31.12.2026, 24.12.2026, 18:30 Uhr. */
function shownIn(timeZone: string): Show {
  const moment = new Intl.DateTimeFormat("de-DE", {
    timeZone,
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
  const show: Show = (value) => {
    if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(show).join(", ");
    if (value === null || value === undefined || value === "") return "–";
    if (typeof value === "boolean") return value ? "ja" : "nein";
    if (typeof value === "number") return value.toLocaleString("de", { maximumFractionDigits: 9 });
    const text = String(value);
    if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text))
      return `${moment.format(new Date(text))} Uhr`;
    const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
    return year === undefined ? escapeHtml(text) : `${day}.${month}.${year}`;
  };
  return show;
}
