import { expect, test } from "vitest";
import { NoPrimaryError } from "#platform/server/database-address.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { sentenceOf } from "./sentences.ts";

test("what another server said stands behind the sentence", () => {
  const cause = new Error("Keycloak answered 403 to GET /verein");
  const error = new AppError("UNAVAILABLE", {
    detail: "Der Anmeldedienst antwortet nicht.",
    cause,
  });
  expect(sentenceOf(error)).toBe(
    "Der Anmeldedienst antwortet nicht. (Keycloak answered 403 to GET /verein)",
  );
});

test("several servers of which none takes writes are not one that is away", () => {
  const hosts = ["one", "two"].map((name) => ({ name, port: 5432 }));
  expect(sentenceOf(new NoPrimaryError(hosts))).toMatch(/^Keiner der Server in DATABASE_URL nimmt/);
});
