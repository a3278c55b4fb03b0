import { connect } from "node:net";

/** What asks a PostgreSQL whether it encrypts: the shortest question that it answers to anybody. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES_NO_OR_ERROR = new Set([..."SNE"].map((letter) => letter.charCodeAt(0)));
const SILENCE_MS = 5_000;

/**
 * Returns who listens on a port of this machine: nobody, a PostgreSQL that is able to answer, or
 * something that is silent (one that is busy or halted, for example) or of another kind.
 */
export function listenerOn(port: number): Promise<"NOBODY" | "POSTGRESQL" | "UNKNOWN"> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let isConnected = false;
    const end = (who: "NOBODY" | "POSTGRESQL" | "UNKNOWN") => {
      socket.destroy();
      resolve(who);
    };
    socket.once("connect", () => {
      isConnected = true;
      socket.write(SSL_REQUEST);
    });
    socket.once("data", (bytes: Buffer) =>
      end(YES_NO_OR_ERROR.has(bytes[0] ?? 0) ? "POSTGRESQL" : "UNKNOWN"),
    );
    socket.once("error", () => end(isConnected ? "UNKNOWN" : "NOBODY"));
    socket.once("close", () => end("UNKNOWN"));
    socket.setTimeout(SILENCE_MS, () => end("UNKNOWN"));
  });
}
