import { expect, test } from "vitest";
import { pageOf } from "./documents/testing.ts";
import { readProgramme } from "./read-programme.ts";
import { KINDS, KINDS_READ_ON } from "./samples/kinds.ts";
import { eventLine } from "./testing.ts";

test.each(KINDS)("$kind", ({ lines, events }) => {
  const read = readProgramme([pageOf(lines)], Temporal.PlainDate.from(KINDS_READ_ON));
  expect(read.map(eventLine)).toEqual(events);
});
