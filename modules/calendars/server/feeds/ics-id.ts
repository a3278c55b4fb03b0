import { randomBytes } from "node:crypto";

/** 192 random bits that go into an address as they are. */
export function newIcsId(): string {
  return randomBytes(24).toString("base64url");
}
