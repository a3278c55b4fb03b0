import { z } from "zod";
import { queryNumber } from "./fields.ts";

const DEFAULT_SIZE = 20;
const MAX_SIZE = 200;

/**
 * The paging parameters every list shares; `sortFields` are the fields it can be sorted by, the
 * first is the default.
 */
export function pageQuery<const Field extends string>(
  sortFields: readonly [Field, ...Field[]],
  defaultDirection: "ASC" | "DESC" = "ASC",
) {
  return {
    page: queryNumber(0, 1_000_000).default(0),
    size: queryNumber(1, MAX_SIZE).default(DEFAULT_SIZE),
    sort: z.enum(sortFields).default(() => sortFields[0]),
    dir: z.enum(["ASC", "DESC"]).default(defaultDirection),
  };
}

/** A list's answer: `content` is the page asked for. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    content: z.array(item),
    page: z.int(),
    size: z.int(),
    totalElements: z.int(),
    totalPages: z.int(),
  });
}

export interface Page<T> {
  content: T[];
  page: number;
  size: number;
  totalElements: number;
  totalPages: number;
}

export function toPage<T>(
  content: T[],
  totalElements: number,
  { page, size }: { page: number; size: number },
): Page<T> {
  return { content, page, size, totalElements, totalPages: Math.ceil(totalElements / size) };
}
