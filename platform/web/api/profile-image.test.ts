import { expect, test } from "vitest";
import { FALLBACK_IMAGE, IMAGE_TIMEOUT, ImageState, loadProfileImage } from "./profile-image.ts";

const signal = new AbortController().signal;

test("the states are numbered as specified", () => {
  expect(ImageState).toEqual({ PENDING: 0, ACTIVE: 1, FINISHED: 2, FAILED: 3 });
});

test("a loaded picture is FINISHED with a data URL", async () => {
  const load = () => Promise.resolve(new Blob([new Uint8Array([1, 2, 3])], { type: "image/webp" }));
  expect(await loadProfileImage(load, signal)).toEqual({
    state: 2,
    url: "data:image/webp;base64,AQID",
  });
});

test("a failure is FAILED with the fallback picture", async () => {
  expect(await loadProfileImage(() => Promise.reject(new Error("404")), signal)).toEqual({
    state: 3,
    url: FALLBACK_IMAGE,
  });
});

test("the call gets the specified time-out of 30 seconds", async () => {
  let limit = 0;
  await loadProfileImage((_, timeout) => {
    limit = timeout;
    return Promise.resolve(new Blob());
  }, signal);
  expect([limit, IMAGE_TIMEOUT]).toEqual([30_000, 30_000]);
});
