/**
 * `npm run bench`: the figures of docs/performance.md, each with its floor measured in the same
 * run.
 *   --quick       shorter measurements
 *   --data DIR    keeps the filled installation there and uses it again
 *   --write       puts the table of `work` into docs/performance.md
 *   --only PART   work (work:KIND for one kind), lists, growth, logins, calendars, feeds, files, messages, imports, exports,
 *   answers, live, mails, memory, reading, rest, pages, overview, workers or slow-line; calendars,
 *   search, live, messages, mails, memory, files, imports, exports and workers alone fill few clubs,
 *   reading, overview and slow-line none
 *   --minutes N   of the mixed load of `memory`
 */
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withClient } from "#platform/server/database/migrate.ts";
import { hash } from "@node-rs/argon2";
import { calendarFigures } from "./calendars.ts";
import { exportFigures } from "./exports.ts";
import { importFigures } from "./imports.ts";
import { feedFigures } from "./feeds.ts";
import { fileFigures } from "./files.ts";
import { type Floor, startFloor } from "./floor.ts";
import { lastPlaceFigures } from "./invitations.ts";
import { applicationUrl, openBeside, prepare, remove, serverSettings } from "./installation.ts";
import { liveFigures } from "./live.ts";
import { type Bench, growthFigures, listFigures, listPaths, officeToken } from "./lists.ts";
import { loginFigures, refreshFigures } from "./logins.ts";
import { mailFigures } from "./mails.ts";
import { memoryFigures } from "./memory/figures.ts";
import { messageFigures } from "./messages.ts";
import { overviewFigures } from "./overview.ts";
import { pageFigures } from "./pages.ts";
import { type Figure, table } from "./report.ts";
import { readingFigures } from "./reading.ts";
import { restFigures } from "./rest.ts";
import { serializingFigures } from "./serializing.ts";
import { searchFigures } from "./search.ts";
import { ARGON2_COST, PASSWORD, type TenantPlan } from "./seed.ts";
import { postmasterOf, startServer } from "./server-process.ts";
import { slowLineFigures } from "./slow-line.ts";
import { recordStatements } from "./statements.ts";
import { workerFigures } from "./workers.ts";
import { workFigures } from "./work/figures.ts";
import { workLines, workTable, writeWorkTable } from "./work/work-table.ts";

const PORT = 8200;
/** Nobody listens there but during the figures of mails. */
const MAIL_PORT = PORT + 5;
const ALL_PLANS: TenantPlan[] = [
  { name: "gross", members: 100_000, office: 40 },
  { name: "mittel", members: 20_000, office: 40 },
  { name: "klein", members: 1_000, office: 40 },
  ...Array.from({ length: 997 }, (_, index) => ({
    name: `verein-${index + 1}`,
    members: 50,
    office: 1,
  })),
];

const PARTS = [
  "answers",
  "calendars",
  "exports",
  "feeds",
  "files",
  "growth",
  "imports",
  "lists",
  "live",
  "logins",
  "mails",
  "memory",
  "messages",
  "overview",
  "pages",
  "reading",
  "rest",
  "search",
  "slow-line",
  "work",
  "workers",
] as const;
type Part = (typeof PARTS)[number];
const { values } = parseArgs({
  options: {
    quick: { type: "boolean" },
    data: { type: "string" },
    minutes: { type: "string", default: "5" },
    only: { type: "string" },
    write: { type: "boolean" },
    help: { type: "boolean" },
  },
});
/** `work:list` is one kind of work. */
const [only, kind] = values.only?.split(":") ?? [];
if (values.help === true || (only !== undefined && !PARTS.some((part) => part === only))) {
  say(`npm run bench -- [--only PART] [--quick] [--data DIRECTORY] [--write] [--minutes N]

Prints each figure beside a floor measured in the same run. Without --only everything is measured, on 1,000 tenants.
--quick measures 3 seconds instead of 8 each; --data keeps the installation in a directory and finds it there again;
--write puts the table of work into docs/performance.md. --only work:KIND measures one kind of work.
--minutes says how long the mixed load of memory is (5); an hour is what the demand speaks of.

Parts: ${PARTS.join(", ")}`);
  process.exit(values.help === true ? 0 : 2);
}
const TWO = ["mittel", "klein"];
const FEW: Record<string, readonly string[]> = {
  calendars: TWO,
  files: TWO,
  live: TWO,
  messages: TWO,
  mails: TWO,
  memory: TWO,
  search: TWO,
  imports: TWO,
  exports: ["gross", ...TWO],
  work: TWO,
  workers: TWO,
};
/** These need no installation of the bench. */
const ALONE = new Set(["overview", "reading", "slow-line"]);
const few = FEW[only ?? ""];
const PLANS = few === undefined ? ALL_PLANS : ALL_PLANS.filter(({ name }) => few.includes(name));
const seconds = values.quick === true ? 3 : 8;
const wanted = (part: Part) => only === undefined || only === part;
const dataDir = values.data ?? join(tmpdir(), `vereinsheim-bench-${process.pid}`);
const settings = { ...serverSettings(dataDir, PORT), SMTP_URL: `smtp://127.0.0.1:${MAIL_PORT}` };
const publicOrigin = (tenant: string) => `http://${tenant}.verein.localhost:${PORT}`;

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function floorOf(bench: Omit<Bench, "floorOrigin">): Promise<Floor> {
  const requests = [];
  for (const tenant of ["mittel", "gross"]) {
    const token = await officeToken(bench, tenant);
    const paths = await listPaths(bench.installation, tenant);
    for (const path of [...paths.values()].flat())
      requests.push({ path, token, host: new URL(publicOrigin(tenant)).host });
  }
  const statements = await recordStatements(bench.installation, requests);
  const tenantId = await withClient(
    bench.installation.ownerUrl,
    async (client) =>
      (
        await client.query<{ id: string }>(
          "SELECT tenant_id AS id FROM tenant WHERE name = 'klein'",
        )
      ).rows[0]?.id ?? "",
  );
  return startFloor({
    port: PORT + 1,
    appUrl: await applicationUrl(bench.installation),
    lists: requests.map(({ path }, index) => ({ path, statements: statements[index] ?? [] })),
    tenantId,
    password: PASSWORD,
    passwordHash: await hash(PASSWORD, ARGON2_COST),
  });
}

async function measured(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const add = (more: readonly Figure[]) => {
    figures.push(...more);
    for (const { what, ours, floor = "", ratio = "" } of more)
      say(`  ${what}: ${ours} ${floor} ${ratio}`);
  };
  if (wanted("reading")) {
    say("Reading …");
    add(await readingFigures());
    if (only === "reading") return figures;
  }
  if (wanted("slow-line")) {
    say("Slow line …");
    add(await slowLineFigures());
    if (only === "slow-line") return figures;
  }
  if (wanted("overview")) {
    say("Overview …");
    add(await overviewFigures());
    if (only === "overview") return figures;
  }
  const origin = `http://127.0.0.1:${PORT}`;
  if (wanted("workers")) {
    say("Workers …");
    add(await workerFigures({ settings, origin, publicOrigin, seconds }));
    if (only === "workers") return figures;
  }
  const server = await startServer(settings, `${origin}/public/klein/tenant`);
  try {
    if (wanted("rest"))
      add(
        await restFigures(
          server,
          origin,
          PLANS.map(({ name }) => name),
        ),
      );
    if (wanted("memory")) {
      say("Memory …");
      const node = server.pid;
      const processes = { node, postmaster: await postmasterOf(dataDir) };
      const minutes = Number(values.minutes);
      add(await memoryFigures("mittel", { origin, publicOrigin, processes, minutes, say }));
      if (only === "memory") return figures;
    }
    const installation = await openBeside(settings);
    try {
      const opened = { installation, origin, publicOrigin, seconds };
      if (wanted("work")) {
        say("Work …");
        const run = { ...opened, serverPid: server.pid, dataDir, floorPort: PORT + 1, only: kind };
        const work = await workFigures(run);
        add(workLines(work));
        say(`Each cell: ours · floor's\n${workTable(work)}`);
        if (values.write === true && kind === undefined) await writeWorkTable(workTable(work));
      }
      if (wanted("lists") || wanted("growth") || wanted("logins")) {
        const floor = await floorOf(opened);
        const bench: Bench = { ...opened, floorOrigin: floor.origin };
        try {
          if (wanted("lists")) {
            say("Member lists …");
            add(await listFigures(bench, "mittel", "20,000 members"));
            add(await listFigures(bench, "gross", "100,000 members"));
            add(await serializingFigures(bench, "gross"));
          }
          if (wanted("growth")) {
            say("Growth …");
            add(await growthFigures(bench, "klein", "gross"));
          }
          if (wanted("logins")) {
            say("Logins …");
            add(await loginFigures(bench, "gross"));
            add(await refreshFigures(bench, "gross"));
          }
        } finally {
          await floor.stop();
        }
      }
      if (wanted("calendars")) {
        say("Calendars …");
        add(await calendarFigures(opened, PORT + 2));
      }
      if (wanted("search")) {
        say("Search …");
        add(await searchFigures(opened));
      }
      if (wanted("feeds")) {
        say("Feeds …");
        const plan = {
          port: PORT + 1,
          appUrl: await applicationUrl(installation),
          password: PASSWORD,
          passwordHash: "",
        };
        add(await feedFigures(opened, "klein", plan));
      }
      if (wanted("files")) {
        say("Files …");
        add(await fileFigures(opened, "klein", server.pid));
      }
      if (wanted("messages")) {
        say("Messages …");
        add(await messageFigures(opened, PORT + 2));
      }
      if (wanted("imports")) {
        say("Imports …");
        add(await importFigures(opened, "mittel"));
      }
      if (wanted("exports")) {
        say("Exports …");
        add(await exportFigures(opened, "mittel", "gross", server.pid));
      }
      if (wanted("answers")) {
        say("Answers …");
        const plan = {
          port: PORT + 1,
          appUrl: await applicationUrl(installation),
          password: PASSWORD,
          passwordHash: "",
        };
        add(await lastPlaceFigures(opened, "klein", plan));
      }
      if (wanted("live")) {
        say("Live updates …");
        add(await liveFigures(opened, "mittel", server.pid, PORT + 1));
      }
      if (wanted("mails")) {
        say("Mails …");
        add(await mailFigures(opened, "mittel", MAIL_PORT));
      }
      if (wanted("pages")) {
        say("Pages …");
        add(await pageFigures(publicOrigin("klein")));
      }
    } finally {
      await installation.close();
    }
  } finally {
    await server.stop();
  }
  return figures;
}

const [cpu] = cpus();
say(
  `${cpus().length} × ${cpu?.model ?? "?"}, Node ${process.versions.node}, ${PLANS.length} tenants, ${PLANS.reduce((sum, { members }) => sum + members, 0)} members in all`,
);
try {
  if (!ALONE.has(only ?? "")) {
    say("Filling the installation …");
    say(`… ${(await prepare(settings, PLANS)).toFixed(0)} s`);
  }
  process.stdout.write(`${table(await measured())}\n`);
} finally {
  if (values.data === undefined) await remove(dataDir);
}
