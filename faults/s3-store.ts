import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { startTestBucket } from "#platform/server/testing/s3-server.ts";

/** What happens to a request for the store. */
export type StoreMood = "well" | "refusing" | "full" | "silent" | "breaking";

/** An S3-compatible store whose front answers as it is told. */
export interface S3Store {
  /** For STORAGE_URL. */
  url: string;
  mood: StoreMood;
  stop(): Promise<void>;
}

const REFUSALS = {
  refusing: [503, "SlowDown", "Please reduce your request rate."],
  full: [507, "InsufficientStorage", "There is not enough space."],
} as const;

export async function startS3Store(): Promise<S3Store> {
  const store = await startTestBucket();
  const front = createServer((incoming, outgoing) =>
    answer(self.mood, store.port, incoming, outgoing),
  );
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const address = front.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const self: S3Store = {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/verein?region=us-east-1&tls=false`,
    mood: "well",
    async stop() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await store.close();
    },
  };
  return self;
}

function answer(
  mood: StoreMood,
  behind: number,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  if (mood === "breaking") return void incoming.socket.destroy();
  if (mood === "silent") return void incoming.resume();
  if (mood !== "well") {
    const [status, code, message] = REFUSALS[mood];
    incoming.resume();
    return void outgoing
      .writeHead(status, { "content-type": "application/xml" })
      .end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
  }
  const { method, url: path, headers } = incoming;
  const asked = request({ host: "127.0.0.1", port: behind, method, path, headers }, (answered) => {
    outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(outgoing);
  });
  asked.on("error", () => incoming.socket.destroy());
  incoming.pipe(asked);
}
