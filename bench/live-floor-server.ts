/**
 * The floor of the update streams: a bare node:http server that sends the same event to every open
 * response.
 */
import { createServer, type ServerResponse } from "node:http";

const [, , port = "0"] = process.argv;
const open = new Set<ServerResponse>();
const EVENT = `event: change\ndata: ${JSON.stringify({ kind: "user", ids: ["0192d3a0-0000-7000-8000-000000000001"] })}\n\n`;

const server = createServer((request, response) => {
  if (request.method === "GET") {
    response
      .writeHead(200, { "content-type": "text/event-stream" })
      .write("retry: 2000\n\n: here\n\n");
    open.add(response);
    response.once("close", () => open.delete(response));
    return;
  }
  for (const one of open) one.write(EVENT);
  response.writeHead(204).end();
});
process.on("disconnect", () => process.exit(0));
server.listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
