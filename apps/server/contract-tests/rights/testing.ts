import type { QueryResultRow } from "pg";
import type { z } from "zod";
import type { Access, AnswerOf, Route } from "#platform/contract/route.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import type { CallInput, TestApp, TestUser } from "#apps/server/testing.ts";
import { type Said, saidIn, type SchemaWithCan } from "./words.ts";

/** A person who tries; without a user, a request without login. */
export interface Person {
  name: string;
  user: TestUser | null;
  /** Effective ones. */
  permissions: ReadonlySet<string>;
  /** Routes that admit only others, with their answer: it is the same whatever they are asked. */
  refused: Map<Route, number>;
}

/** The club whose records are tried, with its people. */
export interface Club {
  app: TestApp;
  tenant: TenantRow;
  admin: TestUser;
  people: Map<string, Person>;
  /** Runs SQL as the database's owner, for what only time or another system brings about. */
  sql<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** One call that a word stands for. */
export interface Attempt {
  access: Access;
  run(club: Club, as: Person): Promise<Outcome>;
}

export interface Outcome {
  status: number;
  /** The call was answered, and shows what the word means. */
  done: boolean;
}

/** @param shows whether the answer shows what the word means, where any reader gets one */
export function attempt<R extends Route>(
  route: R,
  input: CallInput<R>,
  shows: (answer: AnswerOf<R>) => boolean = () => true,
): Attempt {
  return {
    access: route.access,
    async run({ app, tenant }, person) {
      const known = person.refused.get(route);
      if (known !== undefined) return { status: known, done: false };
      const { status, body } = await app.call(route, input, person.user, tenant);
      if (!isAdmitted(person, route.access)) person.refused.set(route, status);
      return { status, done: status < 300 && shows(body) };
    },
  };
}

function isAdmitted({ user, permissions }: Person, access: Access): boolean {
  if (access === "public") return true;
  if (access === "loggedIn") return user !== null;
  return [access].flat().some((permission) => permissions.has(permission));
}

/** A call whose answer says what the reader may do. */
export interface Reading {
  route: Route;
  /** Returns undefined to readers who are refused. */
  run(club: Club, as: Person): Promise<(Said & { id: string })[] | undefined>;
}

/** @param of the record's id, where the answer itself has none */
export function reading<R extends Route<{ answer: z.ZodType } & Route>>(
  route: R,
  input: CallInput<R>,
  of?: string,
): Reading {
  return {
    route,
    async run({ app, tenant }, { name, user }) {
      const { status, body } = await app.call(route, input, user, tenant);
      if ([401, 403, 404].includes(status)) return undefined;
      if (status !== 200) throw new Error(`${name} gets ${status} from ${route.path}`);
      return saidIn(route.answer, body).map((said) => ({ ...said, id: idOf(said.record, of) }));
    },
  };
}

function idOf(record: Said["record"], of: string | undefined): string {
  const id = record["id"] ?? of;
  if (id === undefined) throw new Error("an answer without id: name the record in its reading");
  return String(id);
}

/** A record, with a name for the reader of a failed test. */
export interface Target {
  id: string;
  name: string;
}

/** What `can` says of one kind of record, and how each of its words is tried. */
export interface Kind {
  name: string;
  schemas: readonly SchemaWithCan[];
  targets: readonly Target[];
  tries(target: Target): Record<string, readonly Attempt[]>;
  readings: readonly Reading[];
  /** Whom it is about, where most people are strangers alike. Everybody unless named. */
  people: ReadonlySet<string> | undefined;
  /** Words about records that are shown to some by other calls than these. */
  elsewhere: readonly string[];
}

type WordOf<S extends SchemaWithCan> = S extends SchemaWithCan ? z.infer<S>["can"][number] : never;

interface Definition<S extends readonly SchemaWithCan[], T extends Target> {
  /** All shapes in which records of the kind are answered. */
  schemas: S;
  records: readonly T[];
  /** Each word of the kind has to be tried: a forgotten one does not compile. */
  tries: (record: T) => Record<WordOf<S[number]>, readonly Attempt[]>;
  /** Calls that answer these records. */
  readings: readonly Reading[];
  people?: readonly string[];
  elsewhere?: readonly WordOf<S[number]>[];
}

export function kind<const S extends readonly SchemaWithCan[], T extends Target>(
  name: string,
  { schemas, records, tries, readings, people, elsewhere = [] }: Definition<S, T>,
): Kind {
  const byId = new Map(records.map((record) => [record.id, record]));
  return {
    name,
    schemas,
    targets: records,
    readings,
    people: people && new Set(people),
    elsewhere,
    tries(target) {
      const record = byId.get(target.id);
      return record === undefined ? {} : tries(record);
    },
  };
}
