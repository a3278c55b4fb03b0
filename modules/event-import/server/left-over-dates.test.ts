import { expect, test } from "vitest";
import { pageOf } from "./documents/testing.ts";
import { understood } from "./read-programme.ts";

/** Dates on a page that no event was found for. */

const ON = Temporal.PlainDate.from("2027-01-10");
const leftOver = (lines: Parameters<typeof pageOf>[0], turned = 0) =>
  understood([{ ...pageOf(lines), turned }], ON).leftOver;

const PAGE = ["#Termine 2027", "Sa 13.03. 19 Uhr Konzert in der Kirche", "12.06."];

test("a date that nothing stands beside is left over, and says where it stands", () => {
  expect(leftOver(PAGE)).toEqual([
    {
      page: 1,
      start: "2027-06-12",
      end: "2027-06-12",
      area: {
        left: 40 / 800,
        top: 100 / 132,
        width: expect.closeTo(27 / 800, 5),
        height: expect.closeTo(8 / 132, 5),
      },
    },
  ]);
});

test("dates of events, deadlines and the day of printing are not", () => {
  expect(
    leftOver([
      "#Termine 2027",
      "Sa 13.03. 19 Uhr Konzert in der Kirche",
      "Anmeldeschluss: 01.03.2027",
      "Stand: 05.01.2027",
    ]),
  ).toEqual([]);
});

test("on a page that was turned to be read it stands where the picture shows it", () => {
  const [upright] = leftOver(PAGE);
  const [round] = leftOver(PAGE, 2);
  const { left = 0, top = 0, width = 0, height = 0 } = upright?.area ?? {};
  expect(round?.area.left).toBeCloseTo(1 - left - width, 5);
  expect(round?.area.top).toBeCloseTo(1 - top - height, 5);
  const [side] = leftOver(PAGE, 1);
  expect(side?.area.left).toBeCloseTo(top, 5);
  expect(side?.area.top).toBeCloseTo(1 - left - width, 5);
});
