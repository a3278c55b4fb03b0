import { expect, test, vi } from "vitest";
import { withRetries } from "./retry.ts";
import { NameTaken, UploadFailure } from "./upload-failure.ts";

const never = new AbortController().signal;

function recorder() {
  const waits: number[] = [];
  return { waits, wait: (milliseconds: number) => Promise.resolve(void waits.push(milliseconds)) };
}

test("what fails in passing is tried five times more, later each time", async () => {
  const { waits, wait } = recorder();
  const work = vi.fn<() => Promise<void>>(() =>
    Promise.reject(new UploadFailure("network", { passing: true })),
  );
  await expect(withRetries(work, never, wait)).rejects.toMatchObject({ kind: "network" });
  expect(work).toHaveBeenCalledTimes(6);
  expect(waits).toHaveLength(5);
  for (const [index, waited] of waits.entries()) {
    expect(waited).toBeGreaterThanOrEqual(750 * 2 ** index);
    expect(waited).toBeLessThanOrEqual(1250 * 2 ** index);
  }
});

test("the fourth try may succeed", async () => {
  const { wait } = recorder();
  let tries = 0;
  const work = () =>
    (tries += 1) < 4
      ? Promise.reject(new UploadFailure("server", { passing: true }))
      : Promise.resolve("there");
  await expect(withRetries(work, never, wait)).resolves.toBe("there");
});

test("what will not get better is thrown at once", async () => {
  const { wait } = recorder();
  for (const error of [
    new UploadFailure("denied"),
    new UploadFailure("extension"),
    new NameTaken(),
  ]) {
    const work = vi.fn<() => Promise<void>>(() => Promise.reject(error));
    await expect(withRetries(work, never, wait)).rejects.toBe(error);
    expect(work).toHaveBeenCalledTimes(1);
  }
});

test("a server that names a time is not asked earlier", async () => {
  const { waits, wait } = recorder();
  const work = vi.fn<() => Promise<void>>(() => Promise.resolve());
  work.mockRejectedValueOnce(new UploadFailure("server", { passing: true, waitAtLeast: 20_000 }));
  await withRetries(work, never, wait);
  expect(waits).toEqual([20_000]);
});

test("an abort ends it", async () => {
  const stop = new AbortController();
  const work = vi.fn<() => Promise<void>>(() => {
    stop.abort();
    return Promise.reject(new UploadFailure("network", { passing: true }));
  });
  await expect(withRetries(work, stop.signal, recorder().wait)).rejects.toBeInstanceOf(
    UploadFailure,
  );
  expect(work).toHaveBeenCalledTimes(1);
});
