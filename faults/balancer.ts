import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

const LOOK_EVERY_MS = 250;

/**
 * A load balancer as plain as can be: it asks every node whether it is ready and passes requests to
 * those in turn.
 */
export interface Balancer {
  url: string;
  /** Whether a node gets requests. */
  uses(port: number): boolean;
  stop(): Promise<void>;
}

/** Requests are tried once: what a node does not answer is a failure that people see. */
export async function startBalancer(port: number, ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<number>();
  let turn = 0;
  const look = async (node: number) => {
    const seen = await readiness(node);
    if (seen === "ready") ready.add(node);
    // One that is only slow goes on.
    else if (seen === "leaving") ready.delete(node);
  };
  await Promise.all(ports.map(look));
  const looking = setInterval(() => void Promise.all(ports.map(look)), LOOK_EVERY_MS);
  const front = createServer((incoming, outgoing) =>
    pass(agent, [...ready][turn++ % Math.max(1, ready.size)], incoming, outgoing),
  );
  await new Promise<void>((resolve) => front.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${port}`,
    uses: (node) => ready.has(node),
    async stop() {
      clearInterval(looking);
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      agent.destroy();
    },
  };
}

function readiness(port: number): Promise<"ready" | "leaving" | "slow"> {
  return fetch(`http://127.0.0.1:${port}/health/ready`, {
    signal: AbortSignal.timeout(2_000),
  }).then(
    ({ ok }) => (ok ? "ready" : "leaving"),
    (error: Error) => (error.name === "TimeoutError" ? "slow" : "leaving"),
  );
}

function pass(
  agent: Agent,
  port: number | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  if (port === undefined) return void outgoing.writeHead(502).end("no server is ready");
  const { method, url: path, headers } = incoming;
  const asked = request({ agent, host: "127.0.0.1", port, method, path, headers }, (answered) => {
    const { connection: _hop, "keep-alive": _too, ...rest } = answered.headers;
    outgoing.writeHead(answered.statusCode ?? 502, rest);
    answered.on("error", () => outgoing.destroy());
    answered.pipe(outgoing);
  });
  asked.on("error", (error) => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end(`${port}: ${error.message}`);
  });
  incoming.pipe(asked);
}
