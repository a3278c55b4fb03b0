import countries from "i18n-iso-countries";
import german from "i18n-iso-countries/langs/de.json" with { type: "json" };
import { PERMISSION_LABELS, PERMISSIONS } from "#platform/contract/permissions.ts";
import type { DATA_SOURCES } from "../contract.ts";

interface Item {
  value: string;
  label: string;
}

countries.registerLocale(german);

const items = (pairs: Record<string, string>): Item[] =>
  Object.entries(pairs).map(([value, label]) => ({ value, label }));
const byLabel = (a: Item, b: Item) => a.label.localeCompare(b.label, "de");

/** The lists behind `data-sources/{name}.json`. */
export const dataSources: Record<(typeof DATA_SOURCES)[number], Item[]> = {
  salutations: items({ Frau: "Frau", Herr: "Herr", Familie: "Familie", Firma: "Firma" }),
  genders: items({
    FEMALE: "weiblich",
    MALE: "männlich",
    DIVERSE: "divers",
    UNSPECIFIED: "keine Angabe",
  }),
  countries: items(countries.getNames("de", { select: "official" })).toSorted(byLabel),
  "member-statuses": items({
    ACTIVE: "aktiv",
    PASSIVE: "passiv",
    HONORARY: "Ehrenmitglied",
    FORMER: "ausgetreten",
  }),
  permissions: PERMISSIONS.map((value) => ({ value, label: PERMISSION_LABELS[value] })),
  "calendar-colors": items({ GREEN: "Grün", BLUE: "Blau", YELLOW: "Gelb", RED: "Rot" }),
  "time-zones": Intl.supportedValuesOf("timeZone").map((value) => ({
    value,
    label: value.replaceAll("_", " "),
  })),
  "file-types": items({
    pdf: "PDF",
    word: "Word",
    excel: "Excel",
    powerpoint: "PowerPoint",
    text: "Text",
    html: "HTML",
    css: "CSS",
    javascript: "JavaScript",
    json: "JSON",
    image: "Bild",
    audio: "Ton",
    video: "Film",
    other: "Andere",
  }),
  "import-formats": items({ CSV: "CSV", XLSX: "Excel (XLSX)", JSON: "JSON", VCARD: "vCard" }),
  "export-formats": items({
    CSV: "CSV",
    XLSX: "Excel (XLSX)",
    JSON: "JSON",
    VCARD: "vCard",
    PDF: "PDF-Liste",
  }),
};
