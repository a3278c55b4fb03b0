import { type Features, reasonsForSame } from "../matching/persons.ts";
import type { StagedRow } from "../rows/row-record.ts";
import type { RowProblem } from "../stored-values.ts";

const MOST_NAMED = 3;

/** What the rows of a file before this one said: no member may be in it twice. */
export class RowsBefore {
  /** Members that rows mean, faulty ones too: they are not missing. */
  readonly members = new Set<string>();
  readonly #lineOfMember = new Map<string, number>();
  readonly #lineOfNumber = new Map<string, number>();
  readonly #byBirthday = new Map<string, { line: number; features: Features }[]>();

  /** Notes a member that a row elsewhere in the file means. */
  note(memberId: string, line: number): void {
    this.#lineOfMember.set(memberId, line);
  }

  /** Whether an earlier row means the member already. */
  isTaken(memberId: string): boolean {
    return this.#lineOfMember.has(memberId);
  }

  /** Members that a row may mean are not missing, whatever is decided. */
  mayMean(memberIds: readonly string[]): void {
    for (const id of memberIds) this.members.add(id);
  }

  /** Problems with a row that means a member, or gives a number, that an earlier one has. */
  claim(row: StagedRow, memberId: string | undefined, numberColumn: string | null): RowProblem[] {
    const number = row.given["memberNumber"];
    const problems: RowProblem[] = [];
    if (typeof number === "string" && number !== "") {
      const line = this.#lineOfNumber.get(number);
      if (line === undefined) this.#lineOfNumber.set(number, row.line);
      else
        problems.push({
          column: numberColumn,
          message: `Die Mitgliedsnummer ${number} steht schon in Zeile ${line}.`,
        });
    }
    if (memberId !== undefined) {
      this.members.add(memberId);
      const line = this.#lineOfMember.get(memberId);
      if (line === undefined) this.#lineOfMember.set(memberId, row.line);
      else if (problems.length === 0)
        problems.push({ column: null, message: `Zeile ${line} meint schon dasselbe Mitglied.` });
    }
    return problems;
  }

  /** Hints at earlier rows that may be the same person under another number. */
  similar({ line }: StagedRow, features: Features): RowProblem[] {
    const { birthday, lastname } = features.person;
    if (birthday === null || lastname === "") return [];
    const others = this.#byBirthday.get(birthday);
    if (others === undefined) {
      this.#byBirthday.set(birthday, [{ line, features }]);
      return [];
    }
    const hints = others.flatMap(({ line: earlier, features: other }) => {
      const [reason] = reasonsForSame(features, other);
      return reason === undefined
        ? []
        : [
            {
              column: null,
              message: `Vielleicht dieselbe Person wie in Zeile ${earlier}: ${reason}`,
            },
          ];
    });
    others.push({ line, features });
    return hints.slice(0, MOST_NAMED);
  }
}
