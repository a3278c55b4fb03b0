import { z } from "zod";
import { queryNumber } from "#platform/contract/fields.ts";
import { eventStream, route } from "#platform/contract/route.ts";
import { ANSWER_PATH, IDEMPOTENCY_KEY } from "#platform/contract/sent-again.ts";

export const DATA_SOURCES = [
  "salutations",
  "genders",
  "countries",
  "member-statuses",
  "permissions",
  "calendar-colors",
  "time-zones",
  "file-types",
  "import-formats",
  "export-formats",
] as const;

export const dataSource = z.object({
  data: z.array(z.object({ value: z.string(), label: z.string() })),
});

export const systemContract = {
  getDataSource: route({
    method: "GET",
    path: "/data-sources/{file}",
    access: "loggedIn",
    summary: "A static list of values with German labels, e.g. countries.json",
    params: z.strictObject({ file: z.string().max(60) }),
    answer: dataSource,
  }),
  getOpenApi: route({
    method: "GET",
    path: "/openapi.json",
    access: "loggedIn",
    summary: "This document: OpenAPI 3.1 of every call",
    answer: z.record(z.string(), z.unknown()),
  }),
  findAnswer: route({
    method: "GET",
    path: ANSWER_PATH,
    access: "loggedIn",
    summary:
      "Whether the caller's write with this Idempotency-Key had its effect within the last 24 hours",
    params: z.strictObject({ key: z.string().regex(IDEMPOTENCY_KEY) }),
    answer: z.object({ known: z.literal(true) }),
  }),
  listenToUpdates: route({
    method: "GET",
    path: "/updates",
    access: "loggedIn",
    summary: "Server-sent events naming the kinds of things and ids that changed",
    query: z.strictObject({
      /**
       * Milliseconds since the caller last heard from the stream: what changed meanwhile comes
       * first.
       */
      missed: queryNumber(0, 86_400_000).optional(),
    }),
    answer: eventStream,
  }),
} as const;
