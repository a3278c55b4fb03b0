import assert from "node:assert/strict";
import { unzip } from "#platform/server/testing/unzip.ts";
import { type Answer, type Json, listAt, type Office } from "../office.ts";

/** Files that come in and go out: imports, exports, the person's file. */
export function findInFiles(office: Office) {
  const { call, must, member } = office;
  return {
    "import by its label": () => importedAs(office, "Spitzname"),
    "import by another name": () => importedAs(office, "Kosename"),
    async export() {
      const { memberNumber } = await member({ lastname: "Ausgeführt", nickname: "Flitz" });
      const file = await exported(office);
      const [head = [], ...rows] = file.map((line) => line.split(";"));
      const at = head.indexOf("Spitzname");
      assert.ok(at >= 0, `no column Spitzname in ${head.join(";")}`);
      assert.equal(
        rows.find((cells) => cells.some((cell) => cell === memberNumber))?.[at],
        "Flitz",
      );
      // What was exported and comes back changes nothing.
      const run = await preview(office, file.join("\r\n"));
      assert.deepEqual(run["counts"], { ...NONE, same: 1 });
    },
    async "person's file"() {
      const { id } = await member({ nickname: "Kiki von Amrum" });
      const { bytes } = await call("GET", `/user/${id}/export`);
      const parts = unzip(bytes);
      const data = JSON.parse(parts.get("Auskunft.json")?.toString() ?? "{}") as Json;
      assert.equal((data["stammdaten"] as Json)["Spitzname"], "Kiki von Amrum");
      const page = parts.get("Auskunft.html")?.toString() ?? "";
      assert.match(page, /Spitzname[^]*Kiki von Amrum/);
    },
  };

  async function exported({ runJobs }: Office): Promise<string[]> {
    const target = await must("POST", "/export-target", {
      name: "Alle Felder",
      format: "CSV",
      options: { protectedFields: true },
      filter: { q: "Ausgeführt" },
    });
    const run = await must("POST", `/export-target/${target.id}/run`);
    await runJobs();
    const { text } = await call("GET", `/export-run/${run.id}/file`);
    return text.replace("\uFEFF", "").trimEnd().split("\r\n");
  }
}

const NONE = { new: 0, changed: 0, same: 0, ambiguous: 0, faulty: 0, missing: 0, undecided: 0 };

/** Reads a file and compares it; the run as it is then. */
async function preview({ must, runJobs }: Office, file: string): Promise<Answer> {
  const source = await must("POST", "/import-source", { name: `Quelle ${crypto.randomUUID()}` });
  const run = await must("POST", `/import-source/${source.id}/run`, file);
  await runJobs();
  return must("GET", `/import-run/${run.id}`);
}

async function importedAs(office: Office, heading: string): Promise<void> {
  const { must, runJobs } = office;
  const number = `I-${heading}`;
  const head = `Mitgliedsnummer;Nachname;Vorname;${heading}`;
  const fresh = await preview(office, `${head}\r\n${number};${heading};Ida;Möwe\r\n`);
  assert.deepEqual([fresh["state"], fresh["error"]], ["PREVIEW", null]);
  await must("POST", `/import-run/${fresh.id}/apply`);
  await runJobs();
  const [made] = listAt(await must("GET", `/user/search?q=${number}`), "content");
  assert.equal(made?.["nickname"], "Möwe");

  const other = await preview(office, `${head}\r\n${number};${heading};Ida;Albatros\r\n`);
  const [row] = listAt(await must("GET", `/import-run/${other.id}/rows?kind=CHANGED`), "content");
  assert.deepEqual(row?.["fields"], [
    {
      field: "nickname",
      label: "Spitzname",
      oldValue: "Möwe",
      newValue: "Albatros",
      masked: false,
    },
  ]);
}
