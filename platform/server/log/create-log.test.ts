import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLog } from "./create-log.ts";
import { readableLine } from "./readable-lines.ts";
import { smtpReply } from "./smtp-reply.ts";
import { Lines } from "./stray-output.ts";

function logged(work: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  work(createLog({ level: "info" }, { write: (line: string) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

describe("a line", () => {
  test("is one JSON object with its time, for what is important enough", () => {
    const lines = logged((log) => {
      log.debug("looked");
      log.child({ tenant: "tsv" }).info({ ms: 3 }, "answered");
    });
    expect(lines).toEqual([
      { level: 30, time: expect.stringMatching(/Z$/), tenant: "tsv", ms: 3, msg: "answered" },
    ]);
  });

  test.each([
    ["an error alone", (log) => log.error(new Error('no "Quittenhuber"'))],
    ["an error without words", (log) => log.error({ err: new Error('no "Quittenhuber"'), ms: 1 })],
    ["an error with words", (log) => log.error({ err: new Error('no "Quittenhuber"') }, "failed")],
    ["a field that nobody may log", (log) => log.info({ email: "Quittenhuber" }, "x")],
    ["such a field in a record", (log) => log.info({ user: { lastname: "Quittenhuber" } }, "x")],
    ["an address in words", (log) => log.info("mail to Quittenhuber@quitten.example failed")],
    ["an address in a field", (log) => log.info({ to: "x <Quittenhuber@quitten.example>" }, "x")],
    [
      "an account",
      (log) => log.info("paid by DE89 3704 0044 0532 0130 00 Quittenhuber".slice(0, 35)),
    ],
    ["a question", (log) => log.info({ at: "/tsv/api/user?q=Quittenhuber" }, "x")],
    ["a token", (log) => log.info("Bearer Quittenhuber.abc")],
  ] as [string, (log: ReturnType<typeof createLog>) => void][])(
    "holds nothing personal: %s",
    (_what, work) => {
      const text = JSON.stringify(logged(work));
      expect(text).not.toMatch(/Quittenhuber|3704/);
      expect(text).toContain("…");
    },
  );

  test("tells of a request its route, not its address", () => {
    const request = { method: "GET", url: "/Quittenhuber", routeOptions: { url: "/:name" } };
    expect(logged((log) => log.info({ req: request, res: { statusCode: 200 } }, "x"))).toEqual([
      expect.objectContaining({ req: { method: "GET", route: "/:name" }, res: { status: 200 } }),
    ]);
  });

  test("keeps what an operator looks for", () => {
    const requestId = "0193a000-0000-7000-8000-000000000001";
    const [line] = logged((log) =>
      log.warn({ requestId, route: "/:tenant/api/user/:id", status: 503 }, "answered"),
    );
    expect(line).toMatchObject({ requestId, route: "/:tenant/api/user/:id", status: 503 });
  });

  test("is readable where people develop", () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLog({ level: "info", isReadable: true }, destination);
    log.error({ err: new Error("too late"), tenant: "tsv", attempt: 2 }, "job failed");
    expect(lines.join("")).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} ERROR \[tsv\] job failed attempt=2\n {2}Error: too late\n {4}at /,
    );
    expect(readableLine('{"level":30,"time":"2026-11-22T10:00:00.000Z","a":{"b":1}}')).toBe(
      "10:00:00.000 INFO   a={ b: 1 }\n",
    );
  });
});

test("whatever is printed, in whatever pieces, becomes lines without an end in them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", " ", '"') })),
      (pieces) => {
        const lines: string[] = [];
        const stray = new Lines((line) => void lines.push(line));
        for (const piece of pieces) stray.add(piece);
        stray.end();
        const expected = pieces.join("").split(/\r?\n/);
        expect(lines).toEqual(expected.filter((line) => line.trim() !== ""));
      },
    ),
  );
});

test.each([
  ["550 5.1.1 <erika@example.org>: unknown", "550 5.1.1"],
  ["450-4.7.0 later\n450 4.7.0 really", "450 4.7.0"],
  ["EENVELOPE 421 too many", "421"],
  ["Connection timeout", "no reply"],
  [null, "no reply"],
])("of the reply %s the code stays", (response, code) => {
  expect(smtpReply(response)).toBe(code);
});
