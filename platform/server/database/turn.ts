import type { Socket } from "node:net";
import pg from "pg";
import utils from "pg/lib/utils.js";
import { serialize } from "pg-protocol";

/** A statement of a turn, and who waits for it. */
export interface Asked {
  text: string;
  values: readonly unknown[];
  /** Under this name the connection keeps it prepared; undefined: it is prepared for this once. */
  name: string | undefined;
  answered(rows: object[], rowCount: number): void;
  failed(error: unknown): void;
}

/** What the driver keeps of a connection, and tells only its own queries. */
interface Wire {
  readonly stream: Socket;
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
}

/** How the rows of a statement are read. */
interface Columns {
  all: readonly { name: string; parse: (text: string) => unknown }[];
  /** A row in which every value is missing, of which each row begins as a copy. */
  blank: Record<string, unknown>;
}

/**
 * Columns of the statements that a connection has prepared. They stay: where a table was changed
 * so that they would be others, PostgreSQL refuses to run the statement.
 */
const prepared = new WeakMap<Wire, Map<string, Columns>>();

/** What a turn says before its statements. Both forms answer no row: no part of them is ever true, so all are computed. */
export type Beginning = Pick<Asked, "name" | "text" | "values">;

export function readingOf(tenantId: string): Beginning {
  return {
    name: "vereinsheim reading",
    text: `SELECT WHERE set_config('transaction_read_only', 'on', true) IS NULL
      OR set_config('app.tenant_id', $1, true) IS NULL`,
    values: [tenantId],
  };
}

export function writingOf(tenantId: string, actor: object): Beginning {
  return {
    name: "vereinsheim writing",
    text: `SELECT WHERE set_config('app.tenant_id', $1, true) IS NULL
      OR set_config('app.actor', $2, true) IS NULL`,
    values: [tenantId, JSON.stringify(actor)],
  };
}

/**
 * How a turn ended: true when its connection is as it was before. Returns why it does not count all
 * the same.
 */
type Ended = (isClean: boolean) => unknown;

/**
 * What is asked at once: statements and the setting of their club before them, in one message to
 * the database and with one answer. What comes until a Sync is one transaction, which
 * ends with it: no setting, and no club, outlives that. The first error ends the transaction and
 * everything behind it is skipped.
 */
export class Turn extends pg.Query {
  readonly #asked: readonly Asked[];
  readonly #types: pg.CustomTypesConfig;
  readonly #ended: Ended;
  /** Has come instead of rows that can be read. */
  #unreadable: unknown;
  #current = 0;
  #wire: Wire | undefined;
  #columns: Columns | undefined;
  #rows: object[] = [];
  readonly #answers: { rows: object[]; count: number }[] = [];
  // The driver's own names: it reads them while the turn is under way.
  declare name: string | undefined;
  declare text: string;
  declare callback: (error: unknown) => void;

  constructor(
    beginning: Beginning,
    asked: readonly Asked[],
    { types, ended }: { types: pg.CustomTypesConfig; ended: Ended },
  ) {
    super("");
    this.#asked = [{ ...beginning, answered: () => {}, failed: () => {} }, ...asked];
    this.#types = types;
    this.#ended = ended;
    this.#begin(0);
    // The driver wraps it to measure its time limit.
    this.callback = (error) => this.#settle(error ?? undefined);
    this.submit = (connection) => this.#say(connection as unknown as Wire);
  }

  #say(wire: Wire): Error | null {
    this.#wire = wire;
    const messages: Buffer[] = [];
    try {
      for (const statement of this.#asked) messages.push(...messagesOf(wire, statement));
    } catch (error) {
      // A value that can't be sent: nothing is.
      this.#forgetSubmitted(wire);
      return error as Error;
    }
    messages.push(serialize.sync());
    wire.stream.write(Buffer.concat(messages));
    return null;
  }

  #begin(index: number): void {
    this.#current = index;
    this.#rows = [];
    const statement = this.#asked[index];
    this.name = statement?.name;
    this.text = statement?.text ?? "";
    this.#columns =
      this.#wire === undefined || this.name === undefined
        ? undefined
        : prepared.get(this.#wire)?.get(this.name);
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = {
      all: fields.map(({ name, dataTypeID }) => ({
        name,
        parse: this.#types.getTypeParser(dataTypeID, "text"),
      })),
      blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
    if (this.name !== undefined && this.#wire !== undefined)
      columnsKept(this.#wire).set(this.name, this.#columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#columns === undefined || this.#unreadable !== undefined) return;
    const { all, blank } = this.#columns;
    const row = { ...blank };
    try {
      for (let i = 0; i < fields.length; i++) {
        const text = fields[i];
        const column = all[i];
        if (text !== null && text !== undefined && column !== undefined)
          row[column.name] = column.parse(text);
      }
    } catch (error) {
      this.#unreadable = error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const count = Number(text.slice(text.lastIndexOf(" ") + 1));
    this.#answers.push({ rows: this.#rows, count: Number.isNaN(count) ? 0 : count });
    this.#begin(this.#current + 1);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handleError(error: unknown): void {
    if (this.#wire !== undefined) this.#forgetSubmitted(this.#wire);
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(this.#unreadable);
  }

  /** What was to be prepared by messages that the database has skipped is not. */
  #forgetSubmitted({ submittedNamedStatements }: Wire): void {
    for (const { name } of this.#asked)
      if (name !== undefined) delete submittedNamedStatements[name];
  }

  /** Frees the connection first: whoever goes on from an answer may take it. */
  #settle(refusal: unknown): void {
    const fault = this.#ended(refusal === undefined);
    const error = refusal ?? fault;
    for (const [index, statement] of this.#asked.entries()) {
      const answer = this.#answers[index];
      if (answer !== undefined && error === undefined)
        statement.answered(answer.rows, answer.count);
      else statement.failed(error);
    }
  }
}

function messagesOf(wire: Wire, { name, text, values }: Asked): Buffer[] {
  const messages: Buffer[] = [];
  const isPrepared =
    name !== undefined &&
    (wire.parsedStatements[name] !== undefined ||
      wire.submittedNamedStatements[name] !== undefined);
  if (!isPrepared) {
    messages.push(serialize.parse({ text, name: name ?? "" }));
    if (name !== undefined) wire.submittedNamedStatements[name] = text;
  }
  const bind = {
    statement: name ?? "",
    values: values as unknown[],
    valueMapper: utils.prepareValue,
  };
  messages.push(serialize.bind(bind));
  const isKnown = name !== undefined && prepared.get(wire)?.has(name) === true;
  if (!isKnown) messages.push(serialize.describe({ type: "P", name: "" }));
  messages.push(serialize.execute());
  return messages;
}

function columnsKept(wire: Wire): Map<string, Columns> {
  const kept = prepared.get(wire) ?? new Map<string, Columns>();
  prepared.set(wire, kept);
  return kept;
}
