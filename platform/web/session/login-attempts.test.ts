import { expect, test } from "vitest";
import { isEndlessLogin, loginSucceeded } from "./login-attempts.ts";

function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    length: 0,
    clear: () => values.clear(),
    key: () => null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

test("the fifth login within half a minute is one too many", () => {
  const storage = memoryStorage();
  const answers = [0, 1, 2, 3, 4].map((attempt) =>
    isEndlessLogin(100_000 + attempt * 1000, storage),
  );
  expect(answers).toEqual([false, false, false, false, true]);
});

test("logins over the day, and after a success, are never too many", () => {
  const storage = memoryStorage();
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect(isEndlessLogin(attempt * 60_000, storage)).toBe(false);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect(isEndlessLogin(1_000_000 + attempt, storage)).toBe(false);
    loginSucceeded(storage);
  }
});
