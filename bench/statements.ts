import { createAppServer } from "#apps/server/server.ts";
import type { Installation } from "#apps/server/installation.ts";
import pg from "pg";
import type { Statement } from "./floor.ts";

/**
 * The statements the product sends for one request once its caches are warm, BEGIN and COMMIT
 * included.
 */
export async function recordStatements(
  { services }: Installation,
  requests: readonly { path: string; token: string; host: string }[],
): Promise<Statement[][]> {
  const { server } = await createAppServer(services, { pages: false, stopping: () => false });
  try {
    const recorded: Statement[][] = [];
    for (const { path, token, host } of requests) {
      const call = async () => {
        const answer = await server.inject({
          url: path,
          headers: { authorization: `Bearer ${token}`, host },
        });
        if (answer.statusCode !== 200)
          throw new Error(`${path} answered ${answer.statusCode}: ${answer.body.slice(0, 1_000)}`);
      };
      await call();
      recorded.push(await listening(call));
    }
    return recorded;
  } finally {
    await server.close();
  }
}

async function listening(work: () => Promise<void>): Promise<Statement[]> {
  const heard: Statement[] = [];
  const prototype: { query(...args: unknown[]): unknown } = pg.Client.prototype;
  const original = prototype.query;
  prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [first, values] = args;
    const {
      name,
      text,
      values: own,
    } = typeof first === "string"
      ? { name: undefined, text: first, values: undefined }
      : (first as Partial<Statement>);
    heard.push({
      ...(name === undefined ? {} : { name }),
      text: text ?? "",
      values: own ?? (Array.isArray(values) ? values : []),
    });
    return Reflect.apply(original, this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return heard;
}
