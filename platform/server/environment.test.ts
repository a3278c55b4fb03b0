import { describe, expect, test } from "vitest";
import { hostsOf } from "./database-address.ts";
import { EnvironmentError, readEnvironment } from "./environment.ts";

describe("the configuration", () => {
  test("has defaults for everything", () => {
    const environment = readEnvironment({});
    expect(environment).toMatchObject({
      port: 8080,
      host: "127.0.0.1",
      defaultTenant: "demo",
      databaseUrl: undefined,
      workers: 1,
      demo: true,
    });
    expect(environment.publicUrl("demo")).toBe("http://localhost:8080");
  });

  test("builds a tenant's address from PUBLIC_URL", () => {
    expect(readEnvironment({ PUBLIC_URL: "https://{tenant}.example.org/" }).publicUrl("tsv")).toBe(
      "https://tsv.example.org",
    );
  });

  test.each([
    ["with a database of its own", { DATABASE_URL: "postgres://u:p@db/x" }, false],
    ["in production", { NODE_ENV: "production" }, false],
    ["when asked for all the same", { NODE_ENV: "production", DEMO: "1" }, true],
  ])("makes demo data %s: %s", (_when, variables, expected) => {
    expect(readEnvironment(variables as Record<string, string>).demo).toBe(expected);
  });

  test.each([
    [undefined, undefined],
    ["0", { bytes: 0 }],
    ["2GiB", { bytes: 2 * 1024 ** 3 }],
    ["500 MiB", { bytes: 500 * 1024 ** 2 }],
    ["5%", { part: 0.05 }],
    ["12.5 %", { part: 0.125 }],
  ])("reads a reserve of %s", (value, expected) => {
    expect(readEnvironment({ DISK_RESERVE: value }).diskReserve).toEqual(expected);
  });

  test.each(["2", "2GB", "200%", "-1GiB", "viel"])("takes no reserve of %s", (value) => {
    expect(() => readEnvironment({ DISK_RESERVE: value })).toThrow(
      "DISK_RESERVE: erwartet wird eine Größe wie 2GiB oder 500MiB, ein Teil wie 5%, oder 0",
    );
  });

  test("is refused as a whole, each fault by name", () => {
    const read = () =>
      readEnvironment({
        PORT: "eighty",
        DATABASE_URL: "mysql://x",
        APP_SECRET: "short",
        PUBLIC_URL: "example.org/path",
      });
    expect(read).toThrow(EnvironmentError);
    for (const name of ["PORT", "DATABASE_URL", "APP_SECRET", "PUBLIC_URL"])
      expect(read).toThrow(new RegExp(`${name}:`));
  });

  test("takes several servers of one database", () => {
    const { databaseUrl } = readEnvironment({
      DATABASE_URL: "postgres://u:p@one:5432,two:5433/x?target_session_attrs=read-write",
    });
    expect(hostsOf(databaseUrl ?? "").map(({ name }) => name)).toEqual(["one", "two"]);
  });

  test("takes a replica of the same database only", () => {
    const DATABASE_URL = "postgres://u:p@one,two/x";
    const read = (DATABASE_REPLICA_URL: string) =>
      readEnvironment({ DATABASE_URL, DATABASE_REPLICA_URL }).databaseReplicaUrl;
    expect(read("postgres://u:p@two/x")).toBe("postgres://u:p@two/x");
    expect(() => read("postgres://u:p@two/other")).toThrow("DATABASE_REPLICA_URL");
    expect(() => readEnvironment({ DATABASE_REPLICA_URL: "postgres://u:p@two/x" })).toThrow(
      "DATABASE_REPLICA_URL",
    );
  });

  test("treats an empty variable as absent", () => {
    expect(readEnvironment({ SMTP_URL: "", PORT: "" })).toMatchObject({
      smtpUrl: undefined,
      port: 8080,
    });
  });

  test.each([
    ["https://login.example.org/", {}, "https://login.example.org", "https://login.example.org"],
    [
      "https://login.example.org/auth",
      { AUTH_INTERNAL_URL: "http://keycloak:8080/auth/" },
      "https://login.example.org/auth",
      "http://keycloak:8080/auth",
    ],
    [
      "https://{tenant}.example.org",
      { AUTH_INTERNAL_URL: "http://keycloak:8080" },
      "https://tsv.example.org",
      "http://keycloak:8080",
    ],
  ])("reads where a Keycloak is, for browsers and for itself: %s", (AUTH_URL, more, seen, url) => {
    const { auth } = readEnvironment({ AUTH_URL, ...more });
    expect(auth?.issuerOf("tsv")).toBe(`${seen}/realms/tsv`);
    expect(auth?.url).toBe(url);
  });

  test.each([
    ["AUTH_INTERNAL_URL", { AUTH_URL: "https://{tenant}.example.org" }],
    ["AUTH_URL", { AUTH_URL: "login.example.org" }],
    ["AUTH_URL", { AUTH_URL: "https://admin:secret@login.example.org" }],
    ["AUTH_URL", { AUTH_URL: "https://login.example.org/?x" }],
  ])("names %s of a Keycloak that can't be meant so: %j", (name, variables) => {
    expect(() => readEnvironment(variables)).toThrow(new RegExp(`^  ${name}:`, "m"));
  });

  test("reads the place of an S3-compatible store", () => {
    const { storage } = readEnvironment({
      STORAGE_URL: "s3://key:se%2Fcret@store.example.org/verein-dateien?region=eu-central-1",
    });
    expect(storage).toEqual({
      endpoint: "https://store.example.org",
      region: "eu-central-1",
      bucket: "verein-dateien",
      accessKeyId: "key",
      secretAccessKey: "se/cret",
    });
    expect(
      readEnvironment({ STORAGE_URL: "s3://k:s@127.0.0.1:9000/bucket?tls=false" }).storage
        ?.endpoint,
    ).toBe("http://127.0.0.1:9000");
  });

  test.each([
    "s3://store.example.org/bucket",
    "s3://k:s@store.example.org",
    "s3://k:s@store/B",
    "https://k:s@store/bucket",
  ])("refuses a place that is none: %s", (STORAGE_URL) => {
    expect(() => readEnvironment({ STORAGE_URL })).toThrow(/STORAGE_URL:/);
  });
});
