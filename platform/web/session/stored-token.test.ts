import { beforeEach, expect, test } from "vitest";
import { storedToken, storeToken } from "./stored-token.ts";

class TabStorage {
  readonly values = new Map<string, string>();
  getItem = (key: string) => this.values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.values.set(key, value);
  removeItem = (key: string) => void this.values.delete(key);
}

let storage: TabStorage;
beforeEach(() => void (storage = new TabStorage()));
const now = Date.UTC(2026, 10, 23);

test("a token that is good for a while is there after a reload", () => {
  storeToken({ token: "abc", expires: now + 31_000 }, storage);
  expect(storedToken(now, storage)).toBe("abc");
});

test("one that ends soon, or has ended, is not", () => {
  storeToken({ token: "abc", expires: now + 30_000 }, storage);
  expect(storedToken(now, storage)).toBeUndefined();
  expect(storedToken(now + 60_000, storage)).toBeUndefined();
});

test("nothing is kept of a session that is over", () => {
  storeToken({ token: "abc", expires: now + 300_000 }, storage);
  storeToken(null, storage);
  expect(storedToken(now, storage)).toBeUndefined();
  expect([...storage.values]).toEqual([]);
});

test.each(["", "{", "null", "17", "[]", '{"token":"abc"}', '{"token":1,"expires":9999999999999}'])(
  "what is no token is nothing: %j",
  (text) => {
    storage.setItem("access-token", text);
    expect(storedToken(now, storage)).toBeUndefined();
  },
);
