import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { withClient } from "../migrate.ts";
import { createTestDatabase } from "../../testing/database.ts";

/** One of several servers as clients see it: an address of its own, with a database behind it. */
export interface TestServer {
  port: number;
  /** What it answers `SHOW transaction_read_only` from now on to whoever connects. */
  takeWrites(takes: boolean): Promise<void>;
  /** Leaves every connection open and says nothing more, as a machine that lost its power. */
  fallSilent(): void;
  /** Cuts every connection and takes no more. */
  die(): Promise<void>;
  drop(): Promise<void>;
}

/**
 * Starts a front before a database of its own, which stands for one server's state: clients may ask
 * for the database by the name of any other one.
 */
export async function startTestServer(clusterUrl: string): Promise<TestServer> {
  const database = await createTestDatabase(clusterUrl, { migrated: false });
  const behind = new URL(database.ownerUrl);
  const name = behind.pathname.slice(1);
  const sockets = new Set<Socket>();
  let silent = false;
  const front = createServer((socket) => {
    const server = connect(Number(behind.port), behind.hostname);
    for (const one of [socket, server]) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => sockets.delete(one));
    }
    socket.once("data", (first) => {
      if (silent) return;
      // All test databases' names are of one length.
      server.write(
        Buffer.from(first.toString("latin1").replace(/test_[0-9a-f]{12}/, name), "latin1"),
      );
      socket.on("data", (data) => silent || server.write(data));
    });
    server.on("data", (data) => silent || socket.write(data));
    server.on("end", () => silent || socket.end());
    socket.on("end", () => server.end());
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<unknown>((resolve) => {
      front.close(resolve);
      for (const socket of sockets) socket.destroy();
    });
  return {
    port: (front.address() as AddressInfo).port,
    takeWrites: (takes) =>
      withClient(clusterUrl, async (client) => {
        await client.query(
          `ALTER DATABASE ${name} SET default_transaction_read_only = ${takes ? "off" : "on"}`,
        );
      }),
    fallSilent: () => void (silent = true),
    die: async () => void (await close()),
    async drop() {
      await close();
      await database.drop();
    },
  };
}
