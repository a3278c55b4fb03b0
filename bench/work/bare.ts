import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { WorkRequest } from "./kinds.ts";

/** What the bare server has to answer. */
export interface BarePlan {
  port: number;
  /** Of the owner of the tables: rights cost the floor nothing. */
  databaseUrl: string;
  requests: WorkRequest[];
}

export interface Bare {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

export async function startBare(plan: BarePlan): Promise<Bare> {
  const child = fork(join(import.meta.dirname, "bare-server.ts"), [], {
    env: { PATH: process.env["PATH"], NODE_ENV: "production" },
  });
  child.send(plan);
  await once(child, "message");
  return {
    origin: `http://127.0.0.1:${plan.port}`,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
