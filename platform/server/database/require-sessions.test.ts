import { connect, createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { requireSessions } from "./require-sessions.ts";

const clusterUrl = process.env["TEST_DATABASE_URL"] ?? "";
let pooler: Server | undefined;
afterEach(() => new Promise<unknown>((resolve) => pooler?.close(resolve) ?? resolve(undefined)));

/** Answers like pgbouncer to settings that it has no room for. */
async function poolerOf(url: string): Promise<string> {
  const behind = new URL(url);
  const folder = behind.searchParams.get("host");
  const [host, port] = [behind.hostname, Number(behind.port === "" ? 5432 : behind.port)];
  pooler = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (first) => {
      if (first.includes("statement_timeout")) {
        const fields = "SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0";
        const head = Buffer.alloc(5);
        head.write("E");
        head.writeInt32BE(fields.length + 4, 1);
        return void socket.end(Buffer.concat([head, Buffer.from(fields)]));
      }
      const server = folder === null ? connect(port, host) : connect(`${folder}/.s.PGSQL.${port}`);
      server.on("error", () => socket.destroy());
      server.write(first);
      socket.pipe(server).pipe(socket);
    });
  });
  await new Promise<void>((resolve) => pooler?.listen(0, "127.0.0.1", resolve));
  behind.searchParams.delete("host");
  behind.hostname = "127.0.0.1";
  behind.port = String((pooler.address() as AddressInfo).port);
  return behind.toString();
}

test("a database without anything between is taken, again and again", async () => {
  for (let times = 0; times < 5; times++)
    await expect(requireSessions(clusterUrl)).resolves.toBeUndefined();
});

test("a pooler that has no room for settings is refused in a sentence", async () => {
  await expect(requireSessions(await poolerOf(clusterUrl))).rejects.toThrow(
    /^DATABASE_URL: Dazwischen ist ein Pooler/,
  );
});
