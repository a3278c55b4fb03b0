import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, ownProblem } from "#platform/web/api/api-error.ts";
import { keepDraft } from "./draft-keeper.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that keeps what it was sent, answers when told to and fails on request. */
function server() {
  const received: string[] = [];
  const failures: ApiError[] = [];
  let answer: () => void = () => {};
  let busy = 0;
  let most = 0;
  return {
    received,
    failures,
    most: () => most,
    answer: async () => {
      answer();
      await vi.advanceTimersByTimeAsync(0);
    },
    save: async (text: string) => {
      busy += 1;
      most = Math.max(most, busy);
      await new Promise<void>((resolve) => (answer = resolve));
      busy -= 1;
      const failure = failures.shift();
      if (failure) throw failure;
      received.push(text);
    },
  };
}

const unreachable = () =>
  new ApiError(ownProblem(0, "UNREACHABLE", "Der Server ist nicht erreichbar."));

test("typing is saved once it pauses, with the latest text", async () => {
  const there = server();
  const keeper = keepDraft(there.save);
  for (const text of ["L", "Li", "Liebe"]) {
    keeper.change(text);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(keeper.state.get().kind).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1000);
  await there.answer();
  expect(there.received).toEqual(["Liebe"]);
  expect(keeper.state.get().kind).toBe("saved");
});

test("what is typed during a save follows it, and two saves never run at once", async () => {
  const there = server();
  const keeper = keepDraft(there.save);
  keeper.change("eins");
  await vi.advanceTimersByTimeAsync(1000);
  keeper.change("zwei");
  await vi.advanceTimersByTimeAsync(5000);
  expect(keeper.state.get().kind).toBe("waiting");
  await there.answer();
  await there.answer();
  expect(there.received).toEqual(["eins", "zwei"]);
  expect(there.most()).toBe(1);
  expect(keeper.state.get().kind).toBe("saved");
});

test("a lost connection loses nothing: it is tried again until the server is back", async () => {
  const there = server();
  there.failures.push(unreachable(), unreachable());
  const keeper = keepDraft(there.save);
  keeper.change("wichtig");
  await vi.advanceTimersByTimeAsync(1000);
  await there.answer();
  expect(keeper.state.get()).toMatchObject({ kind: "failed", passing: true });
  await vi.advanceTimersByTimeAsync(5000);
  await there.answer();
  await vi.advanceTimersByTimeAsync(5000);
  await there.answer();
  expect(there.received).toEqual(["wichtig"]);
  expect(keeper.state.get().kind).toBe("saved");
});

test("flush saves at once and says whether the server has everything", async () => {
  const there = server();
  const keeper = keepDraft(there.save);
  keeper.change("jetzt");
  const flushed = keeper.flush();
  await there.answer();
  expect(await flushed).toBe(true);
  there.failures.push(unreachable());
  keeper.change("noch mehr");
  const again = keeper.flush();
  await there.answer();
  expect(await again).toBe(false);
});

test("a form that is left is saved once more, and not again and again while the server is gone", async () => {
  const there = server();
  there.failures.push(unreachable());
  const keeper = keepDraft(there.save);
  keeper.change("eins");
  await vi.advanceTimersByTimeAsync(1000);
  await there.answer();
  expect(keeper.state.get()).toMatchObject({ kind: "failed", passing: true });
  there.failures.push(unreachable());
  const left = keeper.leave();
  await there.answer();
  expect(await left).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  await there.answer();
  expect(there.failures).toEqual([]);
  expect(there.received).toEqual([]);
});

test("what is typed and not yet saved goes out when the form is left", async () => {
  const there = server();
  const keeper = keepDraft(there.save);
  keeper.change("im letzten Augenblick");
  const left = keeper.leave();
  await there.answer();
  expect(await left).toBe(true);
  expect(there.received).toEqual(["im letzten Augenblick"]);
});

test("a draft written elsewhere stops the saving until somebody decides", async () => {
  const there = server();
  there.failures.push(
    new ApiError({
      ...ownProblem(412, "STALE_VERSION", "Inzwischen geändert."),
      current: { subject: "anders" },
    }),
  );
  const keeper = keepDraft(there.save);
  keeper.change("meins");
  await vi.advanceTimersByTimeAsync(1000);
  await there.answer();
  expect(keeper.state.get()).toEqual({ kind: "conflict", current: { subject: "anders" } });
  keeper.change("meins, weiter");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(there.received).toEqual([]);
  keeper.overwrite();
  await vi.advanceTimersByTimeAsync(1000);
  await there.answer();
  expect(there.received).toEqual(["meins, weiter"]);
});

test("nothing is saved after the draft was sent", async () => {
  const there = server();
  const keeper = keepDraft(there.save);
  keeper.change("unterwegs");
  keeper.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(there.received).toEqual([]);
  expect(keeper.state.get().kind).toBe("waiting");
});
