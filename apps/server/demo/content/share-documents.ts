import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createShare, saveFile } from "#modules/files/server/public.ts";
import type { GrantLine } from "#modules/grants/contract.ts";
import { xlsxStream } from "#platform/server/documents/xlsx.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";
import {
  articles,
  BYLAWS,
  csvOf,
  FEES,
  FOOTBALL,
  FORMS,
  MINUTES,
  YOUTH,
} from "./document-texts.ts";
import { pdfOf } from "./paper.ts";

/** A file of the demo club. */
interface DemoFile {
  path: string;
  /** Days before today on which it was last changed. */
  age: number;
  content: () => Promise<Buffer>;
}

const text = (content: string) => () => Promise.resolve(Buffer.from(content));
const pdf = (title: string, paragraphs: readonly string[]) => () => pdfOf(title, paragraphs);
const sheet = (name: string, headings: string[], rows: (string | number | Date | null)[][]) => () =>
  buffer(xlsxStream(name, headings, rows));

/** Three shares as clubs have them: for everybody, for the board, for a department. */
export async function shareDocuments(
  tx: WriteTx,
  { blobs }: Pick<Services, "blobs">,
  groupIds: ReadonlyMap<string, string>,
  today: Date,
): Promise<void> {
  const year = today.getFullYear();
  const everybody: GrantLine = { subject: "ALL", id: null, access: "READ" };
  const group = (name: string): GrantLine => ({
    subject: "GROUP",
    id: groupIds.get(name) ?? null,
    access: "WRITE",
  });
  const save = async (name: string, grants: GrantLine[], files: readonly DemoFile[]) => {
    const share = await createShare(tx, { name, kind: "DOCUMENTS", grants });
    for (const { path, age, content } of files.toSorted((a, b) => b.age - a.age)) {
      const modifiedAt = new Date(today.getTime() - age * 86_400_000);
      await saveFile(tx, blobs, share, path, Readable.from([await content()]), { modifiedAt });
    }
  };

  await save(
    "Vereinsdokumente",
    [everybody, group("Vorstand")],
    [
      {
        path: "Satzung und Ordnungen/Satzung.pdf",
        age: 600,
        content: pdf("Satzung des TSV Grünhausen 1898 e. V.", articles(BYLAWS)),
      },
      {
        path: "Satzung und Ordnungen/Beitragsordnung.pdf",
        age: 320,
        content: pdf("Beitragsordnung", articles(FEES)),
      },
      {
        path: "Satzung und Ordnungen/Jugendordnung.pdf",
        age: 900,
        content: pdf("Jugendordnung", articles(YOUTH)),
      },
      ...MINUTES.map(({ title, paragraphs }, index) => ({
        path: `Protokolle/${year - index}/Mitgliederversammlung ${year - index}.pdf`,
        age: 40 + index * 365,
        content: pdf(`${title} ${year - index}`, paragraphs),
      })),
      ...FORMS.map(({ name, paragraphs }) => ({
        path: `Formulare/${name}.pdf`,
        age: 200,
        content: pdf(name, paragraphs),
      })),
      {
        path: "Formulare/Übungsleiterabrechnung.xlsx",
        age: 120,
        content: sheet(
          "Abrechnung",
          ["Datum", "Gruppe", "Von", "Bis", "Stunden"],
          [[new Date(Date.UTC(year, 0, 12)), "Kinderturnen", "16:00", "17:30", 1.5]],
        ),
      },
      { path: "Hallenbelegung Winter.csv", age: 30, content: text(csvOf()) },
      {
        path: "Bitte zuerst lesen.txt",
        age: 3,
        content: text(
          "Hier liegt, was alle Mitglieder angeht.\r\nFehlt etwas? Bitte kurz an die Geschäftsstelle schreiben.\r\n",
        ),
      },
    ],
  );
  await save(
    "Vorstand",
    [group("Vorstand")],
    [
      {
        path: `Finanzen/Haushaltsplan ${year + 1}.xlsx`,
        age: 12,
        content: sheet(
          "Haushalt",
          ["Posten", "Einnahmen", "Ausgaben"],
          [
            ["Beiträge", 41_200, null],
            ["Zuschüsse", 8_600, null],
            ["Hallenmiete", null, 11_900],
            ["Übungsleiter", null, 17_450],
            ["Sportgeräte", null, 3_200],
          ],
        ),
      },
      {
        path: "Sitzungen/Tagesordnung nächste Sitzung.txt",
        age: 1,
        content: text(
          "1. Begrüßung\r\n2. Stand der Hallensanierung\r\n3. Sommerfest: Helferliste\r\n4. Verschiedenes\r\n",
        ),
      },
      {
        path: "Verträge/Pachtvertrag Vereinsheim (Entwurf).txt",
        age: 75,
        content: text(
          "Entwurf, Stand der Besprechung vom letzten Monat. Offen: Laufzeit und Nebenkosten.\r\n",
        ),
      },
    ],
  );
  await save(
    "Fußball",
    [everybody, group("Fußball")],
    FOOTBALL.map(({ path, content }, index) => ({
      path,
      age: 9 + index * 20,
      content: text(content),
    })),
  );
}
