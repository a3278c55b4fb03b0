import { expect, test } from "vitest";
import { idsOf } from "./compose-state.ts";
import { withPrefix } from "./message-values.ts";

test("prefixes of answers do not pile up", () => {
  expect(withPrefix("AW", "Training")).toBe("AW: Training");
  expect(withPrefix("AW", "AW: Re: aw: Training")).toBe("AW: Training");
  expect(withPrefix("WG", "AW: Training")).toBe("WG: Training");
  expect(withPrefix("AW", "Rewe: Angebot")).toBe("AW: Rewe: Angebot");
  expect(withPrefix("AW", "")).toBe("AW: Ohne Betreff");
  expect(withPrefix("AW", "x".repeat(200))).toHaveLength(200);
});

test("ids in an address come with commas or by repeating the name; what is no id is left out", () => {
  const [a, b] = ["018f0000-0000-7000-8000-000000000001", "018f0000-0000-7000-8000-000000000002"];
  expect(idsOf([`${a},${b}`])).toEqual([a, b]);
  expect(idsOf([a, b, a])).toEqual([a, b]);
  expect(idsOf(["", "alle", `${a},<script>`])).toEqual([a]);
});
