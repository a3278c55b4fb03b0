import { type Figure, ms } from "./report.ts";
import { residentMiB, type ServerProcess } from "./server-process.ts";

const MEMORY_LIMIT_MIB = 400;
const START_LIMIT_MS = 3_000;
const REST_MS = 5_000;

/** Start and memory of the process: as started, and once every tenant has been visited. */
export async function restFigures(
  server: ServerProcess,
  origin: string,
  tenants: readonly string[],
): Promise<Figure[]> {
  await rest();
  const atStart = await residentMiB(server.pid);
  for (const tenant of tenants) {
    // Its page without login, and its identity provider, which is built at the first use.
    for (const path of [
      `/public/${tenant}/tenant`,
      `/realms/${tenant}/.well-known/openid-configuration`,
    ]) {
      const answer = await fetch(origin + path);
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      await answer.arrayBuffer();
    }
  }
  await rest();
  const visited = await residentMiB(server.pid);
  const memory = (what: string, mib: number): Figure => ({
    what,
    ours: `${mib.toFixed(0)} MiB`,
    demand: `< ${MEMORY_LIMIT_MIB} MiB`,
    met: mib < MEMORY_LIMIT_MIB,
  });
  return [
    {
      what: "start to first answer, PostgreSQL included",
      ours: ms(server.startedAfterMs),
      demand: `< ${START_LIMIT_MS / 1000} s`,
      met: server.startedAfterMs < START_LIMIT_MS,
    },
    memory("Node at rest after the start, 1,000 tenants", atStart),
    memory("Node at rest after visits to 1,000 tenants", visited),
  ];
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}
