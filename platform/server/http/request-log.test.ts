import { expect, test } from "vitest";
import { createLog } from "../log/create-log.ts";
import { RequestLog } from "./request-log.ts";

function logged(write: (log: RequestLog) => void, level = "info"): unknown[] {
  const lines: unknown[] = [];
  const log = createLog({ level }, { write: (line) => void lines.push(JSON.parse(line)) });
  write(new RequestLog(log, { requestId: "r1" }));
  return lines;
}

test("each line names the request, and the club from the moment it is known", () => {
  const lines = logged((log) => {
    log.info({ status: 404 }, "answered");
    log.name({ tenant: "chor" });
    log.warn({ status: 500 }, "answered");
    log.error("words alone");
    log.error(new Error("broken"));
    log.child({ step: 2 }).info("further");
  });
  expect(lines).toMatchObject([
    { level: 30, requestId: "r1", status: 404, msg: "answered" },
    { level: 40, requestId: "r1", tenant: "chor", status: 500 },
    { level: 50, requestId: "r1", tenant: "chor", msg: "words alone" },
    { level: 50, requestId: "r1", tenant: "chor", err: { type: "Error" } },
    { level: 30, requestId: "r1", tenant: "chor", step: 2, msg: "further" },
  ]);
  expect(lines[0]).not.toHaveProperty("tenant");
});

test("what the log does not take is not written, and nothing personal is", () => {
  const lines = logged((log) => {
    log.info({ status: 200 }, "answered");
    log.warn({ email: "erika@example.org", status: 400 }, "refused");
  }, "warn");
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain("erika");
});
