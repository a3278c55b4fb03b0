import { z } from "zod";
import { queryNumber, text } from "#platform/contract/fields.ts";
import { route } from "#platform/contract/route.ts";

export const MAX_RESULTS = 20;
export const DEFAULT_RESULTS = 5;

/** A piece of a text; `hit` marks what was searched for. All pieces together are the text. */
export const piece = z.object({ text: z.string(), hit: z.boolean() });

export const searchResult = z.object({
  /** Kind of thing: USER, GROUP, EVENT, CALENDAR, MESSAGE, FILE, FOLDER, SHARE … */
  type: z.string(),
  /** Of an event: that of its next occurrence. */
  id: z.string(),
  title: z.string(),
  subtitle: z.string().nullable(),
  highlight: z.object({
    title: z.array(piece),
    subtitle: z.array(piece),
    /** From the inside of a text, where the hit is in there. */
    excerpt: z.array(piece),
  }),
  /** Address inside the application. */
  route: z.string(),
});

export const searchGroup = z.object({
  type: z.string(),
  /** German heading. */
  label: z.string(),
  /** A list that shows all hits, or null. */
  more: z.object({ label: z.string(), route: z.string() }).nullable(),
  results: z.array(searchResult),
});

export type SearchPiece = z.infer<typeof piece>;
export type SearchResult = z.infer<typeof searchResult>;
export type SearchGroup = z.infer<typeof searchGroup>;

export const searchContract = {
  search: route({
    method: "GET",
    path: "/search",
    access: "loggedIn",
    summary: "Search in everything the reader may see, in groups by kind",
    query: z.strictObject({
      q: text(200),
      /** Kinds to look for, separated by commas; absent: all. */
      types: z
        .string()
        .max(200)
        .regex(/^[A-Z_,]*$/)
        .optional(),
      /** Most results of each group. */
      limit: queryNumber(1, MAX_RESULTS).default(DEFAULT_RESULTS),
    }),
    mayLag: true,
    answer: z.array(searchGroup),
  }),
} as const;
