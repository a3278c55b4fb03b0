import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AdminApi } from "../faults/admin-api.ts";
import { programNamed, run } from "./machine.ts";
import { withFolder, withServer } from "./product.ts";
import { type Report, require } from "./report.ts";

const NAME = "LibreOffice";
const COLUMNS = ["lastname", "firstname", "email", "birthday"];
/** Semicolons, UTF-8, cells as they are shown. */
const AS_CSV = "csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,false,false,false,-1";

/** Our workbooks, opened by an office program and written by it as text. */
export async function office(report: Report): Promise<void> {
  const program = (await programNamed("soffice")) ?? (await programNamed("localc"));
  if (program === undefined)
    return report.skipped(
      { name: NAME, version: "" },
      "everything",
      "no soffice (apt-get install libreoffice-calc-nogui)",
    );
  const version = /\d[\d.]+/.exec(await run(program, ["--version"]))?.[0] ?? "";
  const party = { name: NAME, version };
  await withFolder((folder) =>
    withServer({}, async (server) => {
      const api = await AdminApi.at(server);
      const exported = async (format: "XLSX" | "CSV") => {
        const answer = await api.fetch(
          "POST",
          "/user/export",
          { "content-type": "application/json" },
          JSON.stringify({ format, columns: COLUMNS }),
        );
        require(answer.ok, `the export answered ${answer.status}: ${await answer.clone().text()}`);
        return Buffer.from(await answer.arrayBuffer());
      };
      await report.tried(party, "the member list as XLSX, read back cell by cell", async () => {
        const workbook = join(folder, "members.xlsx");
        await writeFile(workbook, await exported("XLSX"));
        await run(
          program,
          [
            `-env:UserInstallation=file://${join(folder, "profile")}`,
            "--headless",
            "--convert-to",
            AS_CSV,
            "--outdir",
            folder,
            workbook,
          ],
          { limitMs: 180_000 },
        );
        const file = await readFile(join(folder, "members.csv"), "utf8").catch(() =>
          readFile(join(folder, "members-Mitglieder.csv"), "utf8"),
        );
        const theirs = cellsOf(file);
        const ours = cellsOf((await exported("CSV")).toString("utf8"));
        require(theirs.length === ours.length &&
          ours.length > 1, `${theirs.length} rows, the CSV has ${ours.length}`);
        const other = ours.findIndex((row, index) => row.join("|") !== theirs[index]?.join("|"));
        require(other <
          0, `row ${other}: ${JSON.stringify(theirs[other])} instead of ${JSON.stringify(ours[other])}`);
        return `${ours.length} rows of ${COLUMNS.length} cells`;
      });
    }),
  );
}

function cellsOf(text: string): string[][] {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line) =>
      line.split(";").map((cell) => cell.replace(/^"(.*)"$/, "$1").replaceAll('""', '"')),
    );
}
