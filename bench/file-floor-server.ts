/**
 * The floor of the file figures: a bare node:http server that streams one file and writes and
 * flushes what it is sent.
 */
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";

const [, , folder = ".", port = "0"] = process.argv;

async function send(response: ServerResponse): Promise<void> {
  const path = join(folder, "floor-source");
  const { size } = await stat(path);
  response.writeHead(200, { "content-type": "application/octet-stream", "content-length": size });
  createReadStream(path).pipe(response);
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = await open(join(folder, "floor-target"), "w");
  for await (const chunk of request) await file.writeFile(chunk as Buffer);
  await file.sync();
  await file.close();
  response.writeHead(204).end();
}

const server = createServer(
  (request, response) =>
    void (request.method === "GET" ? send(response) : receive(request, response)),
);
process.on("disconnect", () => process.exit(0));
server.listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
