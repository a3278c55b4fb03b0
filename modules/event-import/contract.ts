import { z } from "zod";
import { id, queryFlag } from "#platform/contract/fields.ts";
import { bytes, route } from "#platform/contract/route.ts";
import { eventDraft } from "#modules/calendars/exchange-contract.ts";

/** Largest programme, 20 MiB. */
export const MAX_PROGRAMME_BYTES = 20 * 1024 * 1024;
/** Pages beyond are not read; the drafts' notes say so. */
export const MAX_PROGRAMME_PAGES = 20;
/** Longest reading of a programme in milliseconds. */
export const PROGRAMME_TIME_LIMIT_MS = 180_000;
/** Longest time that a programme waits for others before it is read. */
export const PROGRAMME_WAIT_LIMIT_MS = 170_000;

export const PROGRAMME_TYPES = [
  "application/pdf",
  "image/jpeg",
  "image/png",
  "image/heic",
  "image/heif",
] as const;

/**
 * LOCAL_TEXT: the PDF's own text; LOCAL_OCR: text recognised in the picture, on this server; MODEL:
 * one of both, merged with what the configured AI service found.
 */
export const PROGRAMME_READINGS = ["LOCAL_TEXT", "LOCAL_OCR", "MODEL"] as const;

export const programmeDraft = eventDraft.extend({
  /**
   * How the document was read, the same on each draft. `notes`: German sentences, such as pages
   * left out.
   */
  reading: z.object({ way: z.enum(PROGRAMME_READINGS), notes: z.array(z.string()) }),
  /**
   * Not null: a date was seen, but nothing that happens on it; the title is empty. `area`: where it
   * stands on its page, in shares of the page's width and height.
   */
  leftOver: z
    .object({
      area: z.object({
        left: z.number(),
        top: z.number(),
        width: z.number(),
        height: z.number(),
      }),
    })
    .nullable(),
});
export type ProgrammeDraft = z.infer<typeof programmeDraft>;

const programmeBody = bytes([...PROGRAMME_TYPES, "application/octet-stream"], MAX_PROGRAMME_BYTES);

export const programmeContract = {
  getProgrammeReading: route({
    method: "GET",
    path: "/event/ai-import",
    access: "QUERY_CALENDAR",
    summary: "How programmes are read here, and whether they leave the server for it",
    /**
     * `service`: host name of the AI service that the document is sent to; null: nothing leaves the
     * server.
     */
    answer: z.object({
      service: z.string().nullable(),
      model: z.string().nullable(),
      /** Documents a club may send there within 24 hours; beyond, they are read on this server. */
      dailyLimit: z.int(),
    }),
  }),
  importProgramme: route({
    method: "POST",
    path: "/event/ai-import",
    access: "QUERY_CALENDAR",
    summary: "Read the events of a programme (PDF or picture) as drafts; nothing is written",
    unremembered: "NO_EFFECT",
    query: z.strictObject({
      /** Look for duplicates in this calendar only. */
      calendar: id.optional(),
      /** Also give the dates that no event was found for, after the events. */
      leftOver: queryFlag().optional(),
    }),
    body: programmeBody,
    answer: z.array(programmeDraft),
  }),
  showProgrammePicture: route({
    method: "POST",
    path: "/event/ai-import/picture",
    access: "QUERY_CALENDAR",
    summary: "A picture of a programme upright and as WebP, for browsers that can't show HEIC",
    body: programmeBody,
    answer: bytes(["image/webp"]),
  }),
} as const;
