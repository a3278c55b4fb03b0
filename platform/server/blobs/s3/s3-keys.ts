import { isBlobKey } from "../blobs.ts";

const PART = /\.p\d{1,5}$/;

/** Returns the name of the object that holds a part of a key; without a number what all begin with. */
export function partName(key: string, number: number | ""): string {
  return `${key}.p${number}`;
}

/** Returns the key that an object is of: itself, or the one it is a part of; undefined if neither. */
export function keyOfObject(name: string): string | undefined {
  const key = name.replace(PART, "");
  return isBlobKey(key) ? key : undefined;
}
