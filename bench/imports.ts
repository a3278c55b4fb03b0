import { setTimeout as pause } from "node:timers/promises";
import type { ImportRun } from "#modules/transfer/import-contract.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { type Bench, officeToken } from "./lists.ts";
import { type Figure, ms, percent, perSecond } from "./report.ts";

const ROWS = 20_000;
/** Rows a second, each for comparing and for writing. */
const DEMAND = 5_000;
/** Taking a whole run back is waited for. */
const LONGEST_UNDO_MS = 10_000;
const LOOK_MS = 20;
const LONGEST_MS = 600_000;

/**
 * Bringing 20,000 members into a club that has as many, changing a tenth of them, and taking both
 * back.
 */
export async function importFigures(
  { installation, origin, publicOrigin }: Omit<Bench, "floorOrigin">,
  tenant: string,
): Promise<Figure[]> {
  const token = await officeToken({ publicOrigin }, tenant);
  const api = async (method: string, path: string, body?: string): Promise<ImportRun> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined
        ? {}
        : { "content-type": "text/csv", "x-file-name": "Mitglieder.csv" }),
    };
    const answer = await fetch(`${origin}/${tenant}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as ImportRun;
  };
  /** Follows a run until it rests; returns how long each of its stages took. */
  const follow = async (
    run: ImportRun,
  ): Promise<{ run: ImportRun; stages: Map<string, number> }> => {
    const begun = performance.now();
    const stages = new Map<string, number>();
    let last = begun;
    let now = run;
    while (now.stage !== null) {
      if (performance.now() - begun > LONGEST_MS)
        throw new Error(`the run did not end: ${JSON.stringify(now)}`);
      await pause(LOOK_MS);
      const stage = now.stage ?? now.state;
      now = await api("GET", `/import-run/${run.id}`);
      stages.set(stage, (stages.get(stage) ?? 0) + performance.now() - last);
      last = performance.now();
    }
    return { run: now, stages };
  };
  const preview = async (file: string) => {
    const { run, stages } = await follow(await api("POST", "/import-run", file));
    if (run.state !== "PREVIEW") throw new Error(`no preview: ${run.error ?? run.state}`);
    return { run, comparing: stages.get("COMPARING") ?? Number.NaN };
  };
  const apply = async (id: string) => {
    const begun = performance.now();
    const { run } = await follow(await api("POST", `/import-run/${id}/apply`));
    if (run.state !== "APPLIED") throw new Error(`not applied: ${run.error ?? run.state}`);
    return performance.now() - begun;
  };
  const rate = (what: string, count: number, taken: number, more: Partial<Figure> = {}): Figure => {
    const reached = count / (taken / 1_000);
    return {
      what,
      ours: `${perSecond(reached)} (${ms(taken)})`,
      demand: `≥ ${perSecond(DEMAND)}`,
      met: reached >= DEMAND,
      ...more,
    };
  };

  const first = await preview(memberFile());
  const floor = await withClient(installation.ownerUrl, (client) => bareInsert(client, tenant));
  const created = await apply(first.run.id);
  const again = await preview(memberFile());
  const changes = await preview(memberFile({ ending: " neu" }));
  const changed = await apply(changes.run.id);
  const revert = async (id: string) => {
    const begun = performance.now();
    const { run } = await follow(await api("POST", `/import-run/${id}/revert`));
    if (run.state !== "REVERTED" || run.reverted?.sparedCount !== 0)
      throw new Error(`not taken back: ${run.error ?? run.state}`);
    return performance.now() - begun;
  };
  const changesBack = await revert(changes.run.id);
  const allBack = await revert(first.run.id);
  const tenth = changes.run.counts.changed;
  return [
    rate(
      `preview of ${first.run.counts.new.toLocaleString("en")} new members`,
      ROWS,
      first.comparing,
    ),
    rate("apply them", ROWS, created, {
      floor: `${perSecond(ROWS / (floor / 1_000))} (one bare INSERT)`,
      ratio: percent(floor / created),
    }),
    rate(
      `preview of ${again.run.counts.same.toLocaleString("en")} unchanged ones`,
      ROWS,
      again.comparing,
    ),
    rate(`preview with ${tenth.toLocaleString("en")} changed ones`, ROWS, changes.comparing),
    {
      what: "apply these changes",
      ours: `${perSecond(tenth / (changed / 1_000))} (${ms(changed)})`,
    },
    {
      what: "take them back",
      ours: `${perSecond(tenth / (changesBack / 1_000))} (${ms(changesBack)})`,
    },
    {
      what: `take ${ROWS.toLocaleString("en")} new ones back`,
      ours: `${perSecond(ROWS / (allBack / 1_000))} (${ms(allBack)})`,
      demand: `≤ ${ms(LONGEST_UNDO_MS)}`,
      met: allBack <= LONGEST_UNDO_MS,
    },
  ];
}

/** A list as a club's office keeps it; every tenth street gets the ending. */
export function memberFile({ rows = ROWS, firstNumber = 500_000, ending = "" } = {}): string {
  const head =
    "Mitgl.-Nr.;Anrede;Nachname;Vorname;Straße;PLZ;Ort;Telefon;E-Mail;Geburtsdatum;Eintritt;Status";
  const lines = Array.from({ length: rows }, (_, index) => {
    const day = `${String(1 + (index % 28)).padStart(2, "0")}.${String(1 + (index % 12)).padStart(2, "0")}.`;
    return [
      firstNumber + index,
      index % 2 === 0 ? "Frau" : "Herr",
      `${syllables(index)}mann`,
      syllables(index * 7_919),
      `Straße ${index % 3_000}${index % 10 === 0 ? ending : ""} ${index % 90}`,
      10_000 + (index % 80_000),
      `Ort ${index % 400}`,
      `040 66${100_000 + index}`,
      `import.${index}@example.org`,
      `${day}${1930 + (index % 90)}`,
      `${day}${2020 + (index % 6)}`,
      "aktiv",
    ].join(";");
  });
  return `${head}\n${lines.join("\n")}\n`;
}

/** Names that neither look nor sound alike. */
function syllables(number: number): string {
  const parts = [
    "Ba",
    "de",
    "fi",
    "go",
    "hu",
    "ka",
    "le",
    "mi",
    "no",
    "pu",
    "ra",
    "se",
    "ti",
    "vo",
    "wu",
    "zi",
  ];
  let rest = (number % 65_536) + 65_536;
  let name = "";
  while (rest > 1) {
    name += parts[rest % 16] ?? "";
    rest = Math.floor(rest / 16);
  }
  return name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();
}

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

/**
 * As many rows as the import makes, by one statement with all that hangs on the table; undone at
 * once.
 */
async function bareInsert(client: Client, tenant: string): Promise<number> {
  const { rows: columns } = await client.query<{ name: string }>(
    `SELECT quote_ident(column_name) AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = 'member' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'member_number')`,
  );
  const { rows } = await client.query<{ id: string }>(
    "SELECT tenant_id AS id FROM tenant WHERE name = $1",
    [tenant],
  );
  await client.query("SELECT set_config('app.tenant_id', $1, false)", [rows[0]?.id]);
  const names = columns.map(({ name }) => name).join(", ");
  await client.query("BEGIN");
  try {
    const begun = performance.now();
    await client.query(
      `INSERT INTO member (id, member_number, ${names})
       SELECT time_ordered_uuid(), 'M' || member_number, ${names} FROM member WHERE NOT is_admin ORDER BY id LIMIT $1`,
      [ROWS],
    );
    return performance.now() - begun;
  } finally {
    await client.query("ROLLBACK");
  }
}
