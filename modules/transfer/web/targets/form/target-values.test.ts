import { expect, test } from "vitest";
import { exportTargetCreate } from "../../../export-contract.ts";
import { NEW_TARGET, sentTarget, validateTarget, type TargetValues } from "./target-values.ts";

const SHARE = "0193a2b0-0000-7000-8000-000000000001";
const target = (change: Partial<TargetValues>): TargetValues => ({
  ...NEW_TARGET,
  name: "Meldung",
  ...change,
});
const destination = (change: Partial<TargetValues["destination"]>) =>
  target({ destination: { ...NEW_TARGET.destination, ...change } });

test.each([
  target({}),
  target({
    format: "PDF",
    options: { ...NEW_TARGET.options, groupBy: "GROUP", title: "Liste" },
    asOf: "2026-12-31",
    mappingConfigId: "7",
  }),
  target({
    schedule: { kind: "WEEKLY", time: "06:00", weekday: 1 },
    onlyChanges: true,
    viewId: SHARE,
  }),
  destination({ kind: "FILE_SHARE", shareId: SHARE, folder: "Meldungen/2026" }),
  destination({ kind: "EMAIL", recipients: ["verband@example.org"], attach: false }),
  destination({
    kind: "HTTP_PUT",
    url: "https://cloud.example.org/meldung/",
    username: "verein",
    password: "geheim",
  }),
])("what the form holds is what the server takes: %#", (values) => {
  expect(validateTarget(values)).toEqual({});
  expect(exportTargetCreate.safeParse(sentTarget(values)).error).toBeUndefined();
});

test("a password that is kept is not sent, one that is taken away is", () => {
  const sent = (password: string | null) =>
    sentTarget(destination({ kind: "HTTP_PUT", url: "https://example.org/", password }))
      .destination;
  expect(sent(null)).not.toHaveProperty("password");
  expect(sent("")).toHaveProperty("password", null);
});

test("what is missing is named at its field", () => {
  expect(Object.keys(validateTarget(target({ name: " ", fileName: "" })))).toEqual([
    "name",
    "fileName",
  ]);
  expect(Object.keys(validateTarget(destination({ kind: "FILE_SHARE" })))).toEqual([
    "destination.shareId",
  ]);
  expect(Object.keys(validateTarget(destination({ kind: "EMAIL" })))).toEqual([
    "destination.recipients",
  ]);
  expect(
    Object.keys(validateTarget(destination({ kind: "HTTP_PUT", url: "http://example.org/" }))),
  ).toEqual(["destination.url"]);
});
