import { GENDER_LABELS, STATUS_LABELS } from "#modules/members/contract.ts";
import type { ExportedMember } from "#modules/members/server/public.ts";
import { germanDay, type SheetCell } from "#platform/server/documents/sheet-cells.ts";
import { printedList } from "#platform/server/documents/printed-list.ts";
import { EXPORT_GROUPING_LABELS } from "../../../export-contract.ts";
import type { ExportedRow } from "../exported-rows.ts";
import type { ExportOptions } from "../stored-values.ts";

/** More columns than these cannot be read on A4. */
export const MAX_PDF_COLUMNS = 16;
const LIMITS = { timeMs: 300_000, memoryMb: 1_536 };

const byName = new Intl.Collator("de-u-kn-true");

interface Paper {
  clubName: string;
  accentColor: string;
  title: string;
  day: string;
  options: Pick<ExportOptions, "groupBy" | "landscape">;
}

/**
 * A list on A4, laid out beside the main thread: 20,000 members take ten seconds and half a
 * gigabyte.
 */
export async function* pdfFile(
  headings: readonly string[],
  portions: AsyncIterable<ExportedRow[]>,
  paper: Paper,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const sections = new Map<string, string[][]>();
  let count = 0;
  for await (const rows of portions) {
    for (const { member, cells } of rows) {
      count++;
      const row = cells.map(shown);
      for (const title of sectionsOf(member, paper.options.groupBy)) {
        const section = sections.get(title);
        if (section === undefined) sections.set(title, [row]);
        else section.push(row);
      }
    }
  }
  const divided = paper.options.groupBy;
  const people = count === 1 ? "1 Mitglied" : `${count.toLocaleString("de")} Mitglieder`;
  yield await printedList(
    {
      clubName: paper.clubName,
      accentColor: paper.accentColor,
      title: paper.title,
      lead: [
        `Stand ${germanDay(new Date(`${paper.day}T00:00:00Z`))} · ${people}${divided === null ? "" : ` · nach ${EXPORT_GROUPING_LABELS[divided]}`}`,
      ],
      footer: paper.title,
      empty: "Kein Mitglied entspricht der Auswahl.",
      landscape: paper.options.landscape,
      dense: true,
      headings,
      widths: null,
      sections: [...sections]
        .map(([title, rows]) => ({ title, rows }))
        .sort((a, b) => byName.compare(a.title, b.title)),
    },
    { ...LIMITS, signal },
  );
}

function shown(cell: SheetCell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return germanDay(cell);
  return typeof cell === "number" ? cell.toLocaleString("de", { useGrouping: false }) : cell;
}

/** The headings below which a member stands; one of several groups stands below each. */
function sectionsOf(member: ExportedMember, groupBy: ExportOptions["groupBy"]): string[] {
  switch (groupBy) {
    case null:
      return [""];
    case "GROUP":
      return member.groups.length === 0
        ? ["Ohne Gruppe"]
        : member.groups.map(({ name, groupName }) =>
            groupName === null ? name : `${groupName}->${name}`,
          );
    case "STATUS":
      return [STATUS_LABELS[member.status]];
    case "CITY":
      return [member.city ?? "Ohne Ort"];
    case "GENDER":
      return [GENDER_LABELS[member.gender]];
    case "LETTER": {
      const letter = member.lastname
        .normalize("NFD")
        .replace(/\P{L}/gu, "")
        .slice(0, 1)
        .toLocaleUpperCase("de");
      return [letter === "" ? "Andere Zeichen" : letter];
    }
  }
}
