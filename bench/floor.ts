import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** One statement as the driver was given it. */
export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

/** What a floor process has to do. */
export interface FloorPlan {
  port: number;
  /** Connection of the application's role. */
  appUrl: string;
  /** Handlers that send these statements and answer their rows, or a text that is ready. */
  lists: { path: string; statements: Statement[]; text?: string; status?: number }[];
  tenantId: string;
  password: string;
  passwordHash: string;
}

export interface Floor {
  origin: string;
  stop(): Promise<void>;
}

export async function startFloor(plan: FloorPlan): Promise<Floor> {
  const child = fork(join(import.meta.dirname, "floor-server.ts"), [], {
    env: { PATH: process.env["PATH"], NODE_ENV: "production" },
  });
  child.send(plan);
  await once(child, "message");
  return {
    origin: `http://127.0.0.1:${plan.port}`,
    async stop() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
