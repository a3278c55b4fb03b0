import { describe, expect, test } from "vitest";
import { elements, readPdf, rowTexts } from "./pdf/testing.ts";
import { printedList, type PrintedList } from "./printed-list.ts";

const LIMITS = { timeMs: 30_000, memoryMb: 512 };

const HEADINGS = ["Mitgliedsnummer", "Nachname", "Ort"];

function aList(changes: Partial<PrintedList> = {}): PrintedList {
  return {
    clubName: "TSV Grünhausen",
    accentColor: "#0a5c36",
    title: "Mitgliederliste",
    lead: ["Stand 24.12.2026 · 2 Mitglieder"],
    footer: "Mitgliederliste",
    empty: "Kein Mitglied entspricht der Auswahl.",
    landscape: true,
    dense: true,
    headings: HEADINGS,
    widths: null,
    sections: [
      {
        title: "",
        rows: [
          ["1001", "Ähnlich", "Göppingen"],
          ["1002", "Öztürk", "Ulm"],
        ],
      },
    ],
    ...changes,
  };
}

const made = async (changes: Partial<PrintedList> = {}) =>
  readPdf(await printedList(aList(changes), LIMITS));

const ROWS_OF_PAGES = Array.from({ length: 120 }, (_, index) => [
  String(1000 + index),
  `Name${index}`,
  "Ulm",
]);

describe("a printed list can be read aloud", () => {
  test("it says its language and shows its title", async () => {
    expect(await made()).toMatchObject({
      title: "Mitgliederliste",
      describedTitle: "Mitgliederliste",
      language: "de-DE",
      isTagged: true,
      showsTitle: true,
    });
  });

  test.each(["Turnen & Tanz <Jugend>", "„Łódź“ – Ärmel", "</rdf:li>"])(
    "the title %j is the same everywhere",
    async (title) => {
      const { title: shown, describedTitle, pages } = await made({ title });
      expect([shown, describedTitle]).toEqual([title, title]);
      expect(pages[0]!.texts).toContain(title);
    },
  );

  test("club, title, lead and table are elements in the order of reading", async () => {
    const { pages } = await made();
    const [document] = pages[0]!.structure.children;
    expect(document?.role).toBe("Document");
    expect(document?.children.map(({ role, text }) => [role, text])).toEqual([
      ["P", "TSV Grünhausen"],
      ["H1", "Mitgliederliste"],
      ["P", "Stand 24.12.2026 · 2 Mitglieder"],
      ["Table", ""],
    ]);
    expect(rowTexts(document!)).toEqual([
      ["Mitgliedsnummer", "Nachname", "Ort"],
      ["1001", "Ähnlich", "Göppingen"],
      ["1002", "Öztürk", "Ulm"],
    ]);
    expect(elements(pages[0]!, "THead")[0]!.children[0]!.children.map(({ role }) => role)).toEqual([
      "TH",
      "TH",
      "TH",
    ]);
    expect(elements(pages[0]!, "TD")).toHaveLength(6);
  });

  test("each heading is one of its column", async () => {
    const bytes = (await printedList(aList(), LIMITS)).toString("latin1");
    expect(bytes.match(/\/Scope \/Column/g)).toHaveLength(3);
  });

  test("sections have headings of their own", async () => {
    const { pages } = await made({
      sections: [
        { title: "Göppingen", rows: [["1", "Ähnlich", "Göppingen"]] },
        { title: "Nichts", rows: [] },
        { title: "Ulm", rows: [["2", "Öztürk", "Ulm"]] },
      ],
    });
    expect(elements(pages[0]!, "H2").map(({ text }) => text)).toEqual(["Göppingen (1)", "Ulm (1)"]);
    expect(elements(pages[0]!, "Table").map((table) => rowTexts(table)[1]?.[1])).toEqual([
      "Ähnlich",
      "Öztürk",
    ]);
  });

  test("an empty cell stays one, so that the others keep their heading", async () => {
    const { pages } = await made({ sections: [{ title: "", rows: [["1", "", "Ulm"]] }] });
    expect(rowTexts(pages[0]!.structure)[1]).toEqual(["1", "", "Ulm"]);
  });

  test("boxes to tick and room to write are cells without a text", async () => {
    const { pages } = await made({
      headings: ["Name", "Unterschrift", "Erledigt"],
      widths: ["*", 170, 50],
      dense: false,
      landscape: false,
      sections: [{ title: "", rows: [["Anna", { room: 15 }, { box: true }]] }],
    });
    expect(rowTexts(pages[0]!.structure)[1]).toEqual(["Anna", "", ""]);
  });

  test("a list without rows says so", async () => {
    const { pages } = await made({ sections: [] });
    expect(elements(pages[0]!, "P").at(-1)!.text).toBe("Kein Mitglied entspricht der Auswahl.");
    expect(elements(pages[0]!, "Table")).toEqual([]);
    expect(pages[0]!.artifacts).toEqual(["Mitgliederliste · Seite 1 von 1"]);
  });
});

describe("a list of several pages", () => {
  test("says on each which it is, and repeats the headings for the eye alone", async () => {
    const { pages } = await made({ sections: [{ title: "Alle", rows: ROWS_OF_PAGES }] });
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      const footer = `Mitgliederliste · Seite ${index + 1} von ${pages.length}`;
      const repeated = index === 0 ? [] : ["Alle (120)", "Mitgliedsnummer", "Nachname", "Ort"];
      expect(page.artifacts).toEqual([...repeated, footer]);
      expect(page.untagged).toEqual([]);
      expect(page.texts).toContain("Mitgliedsnummer");
    }
    expect(pages.flatMap((page) => elements(page, "TH"))).toHaveLength(3);
  });

  test("holds every row once, whole, in one table", async () => {
    const { pages } = await made({ sections: [{ title: "", rows: ROWS_OF_PAGES }] });
    const rows = pages.flatMap((page) => rowTexts(page.structure)).slice(1);
    expect(rows).toEqual(ROWS_OF_PAGES);
    expect(pages.map((page) => elements(page, "Table").length)).toEqual(pages.map(() => 1));
  });

  test("is a new table, with headings that are read, after some hundred rows", async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => [String(index), `Name${index}`, ""]);
    const { pages } = await made({ sections: [{ title: "Alle", rows }] });
    const begins = pages.filter((page) => elements(page, "TH").some(({ text }) => text !== ""));
    expect(begins).toHaveLength(3);
    for (const page of begins) expect(rowTexts(page.structure)[0]).toEqual(HEADINGS);
    const all = pages.flatMap((page) => rowTexts(page.structure));
    expect(all.filter(([first]) => first !== HEADINGS[0])).toEqual(rows);
    expect(pages.flatMap((page) => elements(page, "H2"))).toHaveLength(1);
  });

  test("a cell that is higher than a page goes on on the next", async () => {
    const lines = Array.from({ length: 150 }, (_, index) => `Zeile ${index + 1}`);
    const { pages } = await made({
      headings: ["Name", "Notizen"],
      sections: [
        {
          title: "",
          rows: [
            ["Anna", "kurz"],
            ["Ben", lines.join("\n")],
            ["Cem", "auch kurz"],
          ],
        },
      ],
    });
    const texts = pages.flatMap((page) => page.texts);
    expect(texts.filter((text) => text.startsWith("Zeile"))).toEqual(lines);
    const notes = pages
      .flatMap((page) => elements(page, "TD"))
      .filter(({ text }) => /Z/.test(text));
    expect(notes.map(({ text }) => text).join("\n")).toBe(lines.join("\n"));
    expect(pages.flatMap((page) => page.untagged)).toEqual([]);
  });
});

describe("columns are as wide as their words", () => {
  const COLUMNS = {
    Mitgliedsnummer: "100123",
    Nachname: "Hohenstein-Waldburg",
    Vorname: "Maximilian",
    Geburtstag: "01.02.1990",
    Straße: "Karl-Friedrich-Goerdeler-Straße 17",
    PLZ: "73033",
    Ort: "Villingen-Schwenningen",
    "E-Mail": "maximilian.hohenstein@example.net",
    Telefon: "+49 7161 100123",
    Status: "Aktiv",
    Eintritt: "01.04.2011",
    Gruppen: "Chor, C-Jugend",
  };

  test("no word of twelve columns is broken, and no number", async () => {
    const { pages } = await made({
      headings: Object.keys(COLUMNS),
      sections: [{ title: "", rows: Array.from({ length: 30 }, () => Object.values(COLUMNS)) }],
    });
    const texts = pages[0]!.texts.map((text) => text.trim());
    for (const whole of [
      ...Object.keys(COLUMNS),
      "01.02.1990",
      "73033",
      "Maximilian",
      "Schwenningen",
      "maximilian.hohenstein@example.net",
      "+49 7161 100123",
    ])
      expect(texts).toContain(whole);
  });

  test("what is too long even so is wrapped, and read as one word", async () => {
    const address = `${"sehr-lange-adresse.".repeat(8)}jugendabteilung@turnverein-gruenhausen.example.net`;
    const name = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter".repeat(2);
    const headings = Object.keys(COLUMNS);
    const row = headings.map((_, index) => (index === 1 ? name : index === 7 ? address : "x"));
    const bytes = await printedList(
      aList({ headings, sections: [{ title: "", rows: [row] }] }),
      LIMITS,
    );
    const { pages } = await readPdf(bytes);
    const [, cells] = rowTexts(pages[0]!.structure);
    expect(cells?.[1]?.split("\n").length).toBeGreaterThan(1);
    expect(cells?.[1]?.replaceAll("\n", "")).toBe(name);
    expect(cells?.[7]?.replaceAll("\n", "")).toBe(address);
    for (const heading of headings) expect(pages[0]!.texts).toContain(heading);
    const actual = bytes.toString("latin1").match(/\/ActualText \(/g);
    expect(actual).toHaveLength(2);
  });

  test("a given width gives way to its heading", async () => {
    const { pages } = await made({
      headings: ["Nr.", "Mitgliedsnummer", "Name"],
      widths: [24, 10, "*"],
      sections: [{ title: "", rows: [["1", "2", "Anna"]] }],
    });
    expect(pages[0]!.texts).toEqual(
      expect.arrayContaining(["Nr.", "Mitgliedsnummer", "Name", "Anna"]),
    );
  });

  test("titles, leads and footers of any length are whole", async () => {
    const long = "Jahreshauptversammlung mit Neuwahlen ".repeat(6).trim();
    const { pages } = await made({ title: long, footer: long, lead: [long], landscape: false });
    const [page] = pages;
    for (const role of ["H1", "P"])
      expect(elements(page!, role).map(({ text }) => text.replaceAll(/\s+/g, " "))).toContain(long);
    expect(page!.artifacts.join(" ").replaceAll(/\s+/g, " ")).toBe(`${long} · Seite 1 von 1`);
  });
});

describe("what stands in a list", () => {
  test("letters of other languages", async () => {
    const names = ["Łukasz Żółć", "Đorđe Šešelj", "Ольга Юрьевна", "Νίκος Παπαδόπουλος", "Nguyễn"];
    const { pages } = await made({
      headings: ["Name"],
      sections: [{ title: "", rows: names.map((name) => [name]) }],
    });
    expect(rowTexts(pages[0]!.structure).slice(1)).toEqual(names.map((name) => [name]));
  });

  test("composed letters are one, and invisible signs none", async () => {
    const { pages } = await made({
      headings: ["Name"],
      sections: [{ title: "", rows: [["Mu\u0308ller\u200b"], ["a\tb\u0007"], ["c\r\nd"]] }],
    });
    expect(rowTexts(pages[0]!.structure).slice(1)).toEqual([["Müller"], ["a b"], ["c\nd"]]);
  });
});

describe("limits", () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => [
    String(index),
    `Name${index}`,
    `Karl-Friedrich-Goerdeler-Straße ${index}`,
  ]);

  test("five thousand people fit into the limits of a letter list", async () => {
    const bytes = await printedList(aList({ sections: [{ title: "", rows }] }), LIMITS);
    expect(bytes.subarray(0, 8).toString()).toBe("%PDF-1.7");
  });

  test.each([
    ["time", { timeMs: 1, memoryMb: 512 }],
    ["memory", { timeMs: 30_000, memoryMb: 16 }],
  ])("what takes too much %s is refused", async (_what, limits) => {
    await expect(
      printedList(aList({ sections: [{ title: "", rows }] }), limits),
    ).rejects.toMatchObject({ code: "TOO_MANY" });
  });

  test("who goes away ends the work", async () => {
    const leaving = new AbortController();
    const list = printedList(aList({ sections: [{ title: "", rows }] }), {
      ...LIMITS,
      signal: leaving.signal,
    });
    leaving.abort(new Error("weg"));
    await expect(list).rejects.toThrow("weg");
  });
});
