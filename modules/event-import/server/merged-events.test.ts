import { expect, test } from "vitest";
import { mergedEvents } from "./merged-events.ts";
import type { ProgrammeEvent } from "./read-programme.ts";

/** What an AI service found, merged with what was read here. */

const event = (known: Partial<ProgrammeEvent> = {}): ProgrammeEvent => ({
  title: "Sommerfest",
  start: "2027-07-10",
  end: "2027-07-10",
  startTime: "15:00",
  endTime: null,
  location: "Festplatz",
  description: null,
  page: 1,
  hints: [],
  uncertain: [],
  ...known,
});
const TEXTS = ["10. Juli 15 Uhr Sommerfest, Festplatz\n11. September Weinabend"];

test("what both see alike is sure, though the service doubted it", () => {
  const { events, madeUp } = mergedEvents([event()], [event({ uncertain: ["location"] })], TEXTS);
  expect(events).toEqual([event()]);
  expect(madeUp).toBe(0);
});

test("where they differ the service's value stands, marked, the other one in a hint", () => {
  const [merged] = mergedEvents(
    [event({ location: "Halle" })],
    [event({ startTime: "14:00" })],
    TEXTS,
  ).events;
  expect(merged).toMatchObject({ startTime: "14:00", location: "Festplatz" });
  expect(merged?.uncertain.toSorted()).toEqual(["location", "startDateTime"]);
  expect(merged?.hints).toEqual(["Beginn hier gelesen: 15:00", "Ort hier gelesen: Halle"]);
});

test("what only one of them found stays and says so", () => {
  const { events } = mergedEvents(
    [event()],
    [event({ title: "Weinabend", start: "2027-09-11", end: "2027-09-11" })],
    TEXTS,
  );
  expect(events.map(({ title, hints }) => [title, hints])).toEqual([
    ["Sommerfest", ["Der KI-Dienst hat diesen Termin nicht genannt; er wurde hier gelesen."]],
    ["Weinabend", ["Nur der KI-Dienst hat diesen Termin gefunden."]],
  ]);
  expect(events.every(({ uncertain }) => uncertain.includes("title"))).toBe(true);
});

test("an event of which neither day nor name is written is left out and counted", () => {
  const { events, madeUp } = mergedEvents(
    [],
    [
      event(),
      event({ title: "Gewinnspiel mit Verlosung", start: "2027-08-01", end: "2027-08-01" }),
    ],
    TEXTS,
  );
  expect(events.map(({ title }) => title)).toEqual(["Sommerfest"]);
  expect(madeUp).toBe(1);
});

test("what both found is never lost, nor anything read here", () => {
  const here = [event(), event({ title: "Weinabend", start: "2027-09-11", end: "2027-09-11" })];
  expect(mergedEvents(here, here, TEXTS).events).toEqual(here);
  expect(mergedEvents(here, [], TEXTS).events.map(({ title }) => title)).toEqual([
    "Sommerfest",
    "Weinabend",
  ]);
});
