import type pg from "pg";
import type { Connections } from "./connections.ts";
import { unreplicated } from "./database-errors.ts";
import { isReplicated } from "./replicated.ts";
import type { StatementNames } from "./statement-names.ts";
import { type Asked, type Beginning, Turn } from "./turn.ts";

/** What turns need of the database access. */
export interface Source {
  connections: Connections;
  types: pg.CustomTypesConfig;
  /** Says why no connection could be had. */
  unavailable(cause: unknown): Promise<unknown>;
}

export interface Answer {
  rows: object[];
  rowCount: number;
}

interface Course {
  beginning: Beginning;
  /** How many turns there may be. */
  most: number;
  /** Those whose statements are prepared. */
  names: StatementNames | undefined;
}

/**
 * What one transaction of the product asks of the database, turn by turn: all that is asked before
 * its caller waits goes as one turn, on any connection that is free. Between turns neither a
 * connection nor a transaction is held. Each statement sees what is committed when it begins, as in
 * one transaction for all of them.
 */
export class Turns {
  readonly #source: Source;
  readonly #course: Course;
  #turn: Asked[] | undefined;
  #taken = 0;
  #over = false;
  #failed = false;

  constructor(source: Source, course: Course) {
    this.#source = source;
    this.#course = course;
  }

  ask(text: string, values: readonly unknown[]): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      // What runs on after its neighbour has failed answers to nobody.
      if (this.#over) throw new Error("a statement came after its transaction was over");
      if (this.#failed) throw new Error("an earlier statement of the transaction has failed");
      if (this.#turn === undefined && this.#taken === this.#course.most)
        throw new Error("all that is asked has to be asked at once here");
      const asked: Asked = {
        text,
        values,
        name: this.#course.names?.nameOf(text),
        answered: (rows, rowCount) => resolve({ rows, rowCount }),
        failed: reject,
      };
      if (this.#turn !== undefined) this.#turn.push(asked);
      else {
        this.#turn = [asked];
        // Comes once nothing is left that goes on by itself.
        process.nextTick(() => void this.#say());
      }
    }).catch((error: Error) => {
      // Else it would tell of the driver's socket and not of who asked.
      Error.captureStackTrace(error);
      throw error;
    });
  }

  /** Takes no more; throws when a statement has failed and nobody has said so. */
  end(): void {
    this.#over = true;
    if (this.#failed) throw swallowed();
  }

  /** Takes no more. */
  abandon(): void {
    this.#over = true;
  }

  async #say(): Promise<void> {
    const { connections, types, unavailable } = this.#source;
    try {
      const client = await connections.take();
      const ended = (isClean: boolean) => {
        const isKept = isReplicated(client);
        this.#failed ||= !isClean || !isKept;
        if (isClean) connections.giveBack(client, isKept);
        else connections.giveBackRefused(client);
        return isKept ? undefined : unreplicated();
      };
      client.query(new Turn(this.#course.beginning, this.#take(), { types, ended }));
    } catch (error) {
      this.#failed = true;
      const reason = await unavailable(error);
      for (const { failed } of this.#take()) failed(reason);
    }
  }

  /** Returns what has come until now, for a turn. */
  #take(): Asked[] {
    const taken = this.#turn ?? [];
    this.#turn = undefined;
    this.#taken++;
    return taken;
  }
}

/** Returns the refusal of work that went on as if nothing had failed. */
export function swallowed(): Error {
  return new Error("transaction was rolled back: a statement's error was swallowed");
}
