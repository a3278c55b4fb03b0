/**
 * A mail server that takes everything and keeps nothing: it tells its parent how many mails came,
 * and from which one asks for.
 */
import { createServer, type Socket } from "node:net";

const [, , port = "0"] = process.argv;
let count = 0;

function serve(socket: Socket): void {
  let rest = "";
  let inData = false;
  let recipient = "";
  const say = (line: string) => socket.write(`${line}\r\n`);
  say("220 sink");
  socket.setEncoding("utf8");
  socket.on("error", () => {});
  socket.on("data", (text: string) => {
    rest += text;
    for (;;) {
      const end = inData ? rest.indexOf("\r\n.\r\n") : rest.indexOf("\r\n");
      if (end < 0) return;
      const line = rest.slice(0, end);
      rest = rest.slice(end + (inData ? 5 : 2));
      if (inData) {
        inData = false;
        count += 1;
        process.send?.({ count, recipient });
        say("250 taken");
        continue;
      }
      const command = line.slice(0, 4).toUpperCase();
      if (command === "RCPT") recipient = /<([^>]*)>/.exec(line)?.[1] ?? "";
      if (command === "DATA") {
        inData = true;
        say("354 go on");
      } else if (command === "QUIT") socket.end("221 bye\r\n");
      else say("250 ok");
    }
  });
}

createServer(serve).listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
process.on("disconnect", () => process.exit(0));
