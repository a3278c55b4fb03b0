import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { lookingAt } from "./resting-memory.ts";

const MIB = 1024 * 1024;

describe("memory is given back", () => {
  /** A process of 100 MiB with a heap of 60, and what was done about it. */
  const process = () => {
    const now = { resident: 100 * MIB, heap: 60 * MIB };
    const done: string[] = [];
    const look = lookingAt(
      {
        collect: () => {
          done.push("collect");
          now.heap = 60 * MIB;
        },
        trim: () => {
          done.push("trim");
          now.resident = 110 * MIB;
        },
      },
      () => now.resident,
      () => now.heap,
    );
    return { now, done, look };
  };

  test("after a peak, once nothing is worked, and not again without another one", () => {
    const { now, done, look } = process();
    Object.assign(now, { resident: 400 * MIB, heap: 300 * MIB });
    look(0.8);
    expect(done).toEqual([]);
    look(0.01);
    expect(done).toEqual(["collect", "trim"]);
    look(0.01);
    expect(done).toEqual(["collect", "trim"]);
    now.resident = 150 * MIB;
    look(0.01);
    expect(done).toEqual(["collect", "trim", "trim"]);
  });

  test("not for little, counted from the least that there was", () => {
    const { now, done, look } = process();
    now.resident = 125 * MIB;
    look(0);
    expect(done).toEqual([]);
    now.resident = 80 * MIB;
    look(0.9);
    now.resident = 125 * MIB;
    look(0);
    expect(done).toEqual(["trim"]);
  });
});

/**
 * Frees most of many small pieces, of which some stay, so that none of the area between them is
 * given back by itself; prints by how many MiB a trim made the process smaller.
 */
const STEPS = `
import { givers } from "./apps/server/resting-memory.ts";
const { collect, trim } = givers();
let pieces = Array.from({ length: 40_000 }, () => Buffer.allocUnsafeSlow(4_096).fill(1));
pieces = pieces.filter((_piece, index) => index % 100 === 0);
collect();
await new Promise((resolve) => setTimeout(resolve, 100));
const before = process.memoryUsage.rss();
trim?.();
console.log((before - process.memoryUsage.rss()) / 1024 / 1024, pieces.length);
`;

test.runIf(process.platform === "linux")(
  "what was freed between what is held goes to the system",
  async () => {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "--eval", STEPS],
      { cwd: `${import.meta.dirname}/../..` },
    );
    expect(Number(stdout.split(" ")[0])).toBeGreaterThan(50);
    expect(stderr).toBe("");
  },
);
