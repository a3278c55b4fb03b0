import { writeFile, readdir, access } from "node:fs/promises";
import { join } from "node:path";
import { AdminApi } from "../faults/admin-api.ts";
import { cacheFolder, programNamed, run } from "./machine.ts";
import { withFolder, withServer } from "./product.ts";
import { type Party, type Report, require } from "./report.ts";

const VERSIONS = { vdirsyncer: "0.21.0", khal: "0.14.1" };
const PARTY: Party = { name: "vdirsyncer + khal", version: Object.values(VERSIONS).join(" + ") };

/** Programs for calendars subscribe to a feed. */
export async function calendars(report: Report): Promise<void> {
  const found = await install();
  if ("absent" in found) return report.skipped(PARTY, "everything", found.absent);
  await withFolder((folder) =>
    withServer({}, async (server) => {
      const api = await AdminApi.at(server);
      const { content } = await api.json<{
        content: { id: string; name: string; icsId: string | null }[];
      }>("GET", "/calendar/search?size=50");
      const calendar = content.find(({ icsId }) => icsId !== null);
      require(calendar !== undefined, "the demo club has no feed");
      const url = `${server.url}/public/demo/ics/${calendar.icsId ?? ""}.ics`;
      const feed = await (await fetch(url)).text();
      const uids = new Set([...feed.matchAll(/^UID:(.+)$/gm)].map(([, uid]) => uid?.trim()));
      const events = join(folder, "events");
      const settings = join(folder, "vdirsyncer");
      await writeFile(settings, vdirsyncerSettings(folder, events, url));
      const isRead = await report.tried(
        PARTY,
        "vdirsyncer subscribes, and has every event",
        async () => {
          const env = { VDIRSYNCER_CONFIG: settings };
          await run("sh", ["-c", `yes | "${found.program("vdirsyncer")}" discover`], { env });
          await run(found.program("vdirsyncer"), ["sync"], { env });
          const files = (await readdir(events)).filter((name) => name.endsWith(".ics"));
          require(files.length === uids.size &&
            uids.size > 0, `${files.length} files of ${uids.size} events`);
          return `${files.length} events of "${calendar.name}"`;
        },
      );
      if (!isRead) return;
      await report.tried(PARTY, "khal lists them with time and place", async () => {
        const config = join(folder, "khal");
        await writeFile(config, khalSettings(events, folder));
        const shown = await run(found.program("khal"), [
          "-c",
          config,
          "list",
          "--format",
          "{start} {title}",
          "today",
          "365d",
        ]);
        const lines = shown.split("\n").filter((line) => /\d{2}:\d{2} \S/.test(line));
        require(lines.length > 0, `khal shows nothing: ${shown.slice(0, 300)}`);
        return `${lines.length} dates, first "${lines[0] ?? ""}"`;
      });
      await report.tried(PARTY, "nothing new: the second look transfers nothing", async () => {
        const first = await fetch(url);
        const again = await fetch(url, {
          headers: { "if-none-match": first.headers.get("etag") ?? "" },
        });
        require(again.status === 304, `answered ${again.status}`);
        return "304";
      });
    }),
  );
}

async function install(): Promise<{ program(name: string): string } | { absent: string }> {
  if ((await programNamed("python3")) === undefined) return { absent: "no python3" };
  const folder = await cacheFolder(`calendars-${Object.values(VERSIONS).join("-")}`);
  const program = (name: string) => join(folder, "bin", name);
  const isThere = await access(program("khal")).then(
    () => true,
    () => false,
  );
  if (isThere) return { program };
  try {
    await run("python3", ["-m", "venv", folder]);
    const wanted = Object.entries(VERSIONS).map(([name, version]) => `${name}==${version}`);
    await run(program("pip"), ["install", "--quiet", ...wanted]);
  } catch (error) {
    return { absent: `it could not be installed: ${(error as Error).message.slice(0, 200)}` };
  }
  return { program };
}

function vdirsyncerSettings(folder: string, events: string, url: string): string {
  return `[general]
status_path = "${join(folder, "status")}"

[pair club]
a = "here"
b = "there"
collections = null

[storage here]
type = "filesystem"
path = "${events}"
fileext = ".ics"

[storage there]
type = "http"
url = "${url}"
`;
}

function khalSettings(events: string, folder: string): string {
  return `[calendars]
[[club]]
path = ${events}
readonly = True

[sqlite]
path = ${join(folder, "khal.db")}

[locale]
timeformat = %H:%M
dateformat = %d.%m.%Y
longdateformat = %d.%m.%Y
datetimeformat = %d.%m.%Y %H:%M
longdatetimeformat = %d.%m.%Y %H:%M
local_timezone = Europe/Berlin
default_timezone = Europe/Berlin
`;
}
