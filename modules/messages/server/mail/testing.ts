import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/**
 * What a mail server does with a mail: takes it, returns a code, cuts the connection, or says
 * nothing any more.
 */
export type Behaviour =
  | "TAKE"
  | "CUT"
  | "HANG"
  | { code: number; text: string; at: "RCPT" | "DATA" | "MAIL" };

export interface ReceivedMail extends Email {
  /** Where it was delivered to, whatever its header says. */
  recipient: string;
}

/** A real mail server for tests. */
export interface TestMailServer {
  url: string;
  port: number;
  /** Asked for each mail, by its recipient. */
  behaviour: (recipient: string) => Behaviour;
  /** Mails that were taken, in order. */
  received(): Promise<ReceivedMail[]>;
  /** How many were taken. */
  count(): number;
  stop(): Promise<void>;
}

export async function mailServer({ port = 0 } = {}): Promise<TestMailServer> {
  const sockets = new Set<Socket>();
  const taken: { recipient: string; bytes: Buffer }[] = [];
  const answer = ({ code, text }: { code: number; text: string }) =>
    Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    // Those under test keep their connections open.
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const behaviour = test.behaviour(address);
      done(
        typeof behaviour === "object" && behaviour.at !== "DATA" ? answer(behaviour) : undefined,
      );
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const recipient = session.envelope.rcptTo[0]?.address ?? "";
        const behaviour = test.behaviour(recipient);
        if (behaviour === "HANG") return;
        if (behaviour === "CUT") {
          for (const socket of sockets) socket.destroy();
          return;
        }
        if (typeof behaviour === "object") return done(answer(behaviour));
        taken.push({ recipient, bytes: Buffer.concat(parts) });
        done();
      });
    },
  });
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const listening = (server.server.address() as AddressInfo).port;
  const test: TestMailServer = {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    behaviour: () => "TAKE",
    received: () =>
      Promise.all(
        taken.map(async ({ recipient, bytes }) => ({
          ...(await PostalMime.parse(bytes)),
          recipient,
        })),
      ),
    count: () => taken.length,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return test;
}
