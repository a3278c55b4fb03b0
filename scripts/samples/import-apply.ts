import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { openTable } from "#modules/transfer/server/reading/open-table.ts";
import { clubForImports, type ImportClub } from "#modules/transfer/server/import/testing.ts";
import {
  importContract,
  type ImportRow,
  type ImportRun,
  type RowKind,
} from "#modules/transfer/import-contract.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import startCluster from "#platform/server/testing/cluster.ts";
import { ownFieldsOf, type Truth, type TrueFile } from "./import-truth.ts";

/**
 * Previews and applies each file in a club of its own on a real database, a later state of a file
 * in the club of the earlier one; compares counts, faulty and changed rows with the truth, imports
 * again and takes back. Returns how much was wrong.
 */
export async function applyFiles({ files, divisions }: Truth): Promise<number> {
  const stop = await startCluster();
  const clubs = new Map<string, AppliedClub>();
  let wrong = 0;
  try {
    for (const file of files) {
      const begun = Date.now();
      const club =
        clubs.get(file.later?.of ?? file.name) ?? (await AppliedClub.begin(file, divisions));
      clubs.set(file.name, club);
      const { words, problems } = await club.compare(file);
      wrong += problems.length;
      console.log(`${file.name}: ${words} (${((Date.now() - begun) / 1_000).toFixed(1)} s)`);
      for (const problem of problems) console.log(`    ${problem}`);
    }
  } finally {
    for (const club of new Set(clubs.values())) await club.close();
    await stop();
  }
  return wrong;
}

class AppliedClub {
  readonly #club: ImportClub;
  readonly #source: string;

  private constructor(club: ImportClub, source: string) {
    this.#club = club;
    this.#source = source;
  }

  /** A club with the groups of the truth, and with custom fields for the columns that mean such. */
  static async begin(file: TrueFile, divisions: Truth["divisions"]): Promise<AppliedClub> {
    const club = await clubForImports();
    for (const [name, teams] of divisions) {
      const id = await club.group(name);
      for (const team of teams) await club.group(team, id);
    }
    const { columns } = await club.preview(
      await club.source({ strict: true }),
      readFileSync(file.path),
    );
    const table = await openTable({ path: file.path });
    const own = ownFieldsOf(columns, table.sample, file.columns);
    await table.close();
    for (const field of own)
      await club.app.call(tenantsContract.createCustomField, { body: field }, club.admin);
    return new AppliedClub(club, await club.source({ strict: true }));
  }

  async compare(file: TrueFile): Promise<{ words: string; problems: string[] }> {
    const problems: string[] = [];
    const differ = (what: string, found: unknown, wanted: unknown) => {
      if (!isDeepStrictEqual(found, wanted))
        problems.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
    };
    const faulty = file.faulty.length;
    const expected = file.later
      ? {
          new: file.later.new.length,
          changed: file.later.changed.size,
          same: file.later.unchanged,
          missing: file.later.missing.length,
        }
      : { new: file.good, changed: 0, same: 0, missing: 0 };
    const run = await this.#preview(file);
    differ("preview", run.counts, { ...expected, ambiguous: 0, faulty });
    const found = (await this.#rows(run, "FAULTY")).map(({ row, number }) =>
      file.byNumber ? number : row,
    );
    differ(
      "faulty rows",
      found,
      file.faulty.toSorted((a, b) => a - b),
    );
    if (file.later !== null) {
      differ(
        "new members",
        (await this.#rows(run, "NEW")).map(numberOf).toSorted(),
        file.later.new,
      );
      differ(
        "missing members",
        (await this.#rows(run, "MISSING")).map(numberOf).toSorted(),
        file.later.missing,
      );
      const changed = (await this.#rows(run, "CHANGED")).map((row): [string, string[]] => [
        numberOf(row),
        row.fields.map(({ field }) => field).toSorted(),
      ]);
      differ(
        "changed members",
        changed.toSorted(byNumber),
        [...file.later.changed].toSorted(byNumber),
      );
    }
    const applied = await this.#club.apply(run.id);
    differ(
      "applied",
      [applied.state, applied.applied?.created, applied.applied?.updated],
      ["APPLIED", expected.new, expected.changed],
    );
    const again = await this.#preview(file);
    differ("the same file again", again.counts, {
      new: 0,
      changed: 0,
      same: file.good,
      ambiguous: 0,
      faulty,
      missing: expected.missing,
    });
    const words = [
      `new ${run.counts.new}/${expected.new}`,
      `changed ${run.counts.changed}/${expected.changed}`,
      `same ${run.counts.same}/${expected.same}`,
    ];
    words.push(
      `missing ${run.counts.missing}/${expected.missing}`,
      `faulty ${run.counts.faulty}/${faulty}`,
      `applied, again same ${again.counts.same}/${file.good}`,
    );
    if (file.later !== null) {
      const reverted = await this.#club.revert(run.id);
      differ("taken back", [reverted.state, reverted.reverted?.sparedCount], ["REVERTED", 0]);
      const undone = await this.#preview(file);
      differ("after taking it back", undone.counts, run.counts);
      words.push(`taken back ${reverted.reverted?.reverted ?? 0}`);
    }
    return { words: words.join(", "), problems };
  }

  #preview(file: TrueFile): Promise<ImportRun> {
    return this.#club.preview(this.#source, readFileSync(file.path));
  }

  async #rows(run: ImportRun, kind: RowKind): Promise<ImportRow[]> {
    const { app, admin } = this.#club;
    return (
      await app.call(
        importContract.listImportRows,
        { params: { id: run.id }, query: { kind, size: 200 } },
        admin,
      )
    ).body.content;
  }

  async close(): Promise<void> {
    await this.#club.app.close();
  }
}

function numberOf({ user, fields }: ImportRow): string {
  return (
    user?.memberNumber ??
    String(fields.find(({ field }) => field === "memberNumber")?.newValue ?? "")
  );
}

function byNumber([a]: [string, string[]], [b]: [string, string[]]): number {
  return a.localeCompare(b);
}
