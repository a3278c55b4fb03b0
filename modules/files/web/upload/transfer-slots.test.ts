import { expect, test } from "vitest";
import { inTransferSlot } from "./transfer-slots.ts";

test("three transfers run at a time, in the order of asking, and failures give their slot back", async () => {
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = (number: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    order.push(number);
    await Promise.resolve();
    running -= 1;
    if (number % 3 === 0) throw new Error("lost");
    return number;
  };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => inTransferSlot(work(index))),
  );
  expect(most).toBe(3);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(outcomes.filter((outcome) => outcome.status === "rejected")).toHaveLength(4);
});
