import { FIELD_KEYS, fieldOf } from "#modules/members/contract.ts";

/**
 * Where the text lies that `memberFunctions` returns. PostgreSQL reads it from there, so that what
 * an installation runs stands in the repository; a test compares the two.
 */
export const MEMBER_FUNCTIONS_FILE = "db/functions/06_changelog/03_member_fields.generated.sql";

/** What the history knows of a member under a name. */
interface Entry {
  name: string;
  /** The value, of the row with this alias. */
  of(row: string): string;
  /** `flag`: false is the same as absent; `list`: so is an empty one. */
  kind: "value" | "flag" | "list";
}

function flag(name: string, of: Entry["of"]): Entry {
  return { name, of, kind: "flag" };
}

const ENTRIES: readonly Entry[] = [
  ...FIELD_KEYS.map((name): Entry => {
    const { column } = fieldOf(name);
    return { name, of: (row) => `${row}.${column}`, kind: "value" };
  }),
  flag("isAdmin", (row) => `${row}.is_admin`),
  { name: "permissions", of: (row) => `${row}.permissions`, kind: "list" },
  { name: "messageMail", of: (row) => `${row}.message_mail`, kind: "value" },
  flag("hasProfilePicture", (row) => `${row}.picture_256 IS NOT NULL`),
  flag("inTrash", (row) => `${row}.deleted_at IS NOT NULL`),
  flag("anonymised", (row) => `${row}.anonymised_at IS NOT NULL`),
];

/** Returns the functions that say what the history knows of members, field by field, as SQL. */
export function memberFunctions(): string {
  return `-- Made from modules/members/fields.ts by \`npm run db:generate\`; not to be edited.

-- A member's fields by their names in the interface. Technical columns (search text, versions,
-- times) are left out. Without a sub-query of its own, so that PostgreSQL inlines it: it runs for
-- every row of an import.
CREATE OR REPLACE FUNCTION history_of_member(m member) RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN ${inParts(ENTRIES)
    .map((part) => `jsonb_build_object(\n${listed(part, present)}\n  )`)
    .join(" || ")} || CASE WHEN m.custom_fields = '{}' THEN '{}'::jsonb
    ELSE history_of_own_fields(m.custom_fields) END;

-- A new member's entry, worked out in one go. What it says is what
-- changed_fields('{}', history_of_member(m)) says, which takes the record apart and puts it
-- together field by field; a test compares the two (changelog/server/revert/new-members.test.ts).
-- to_json() returns NULL for NULL, which leaves the field out.
CREATE OR REPLACE FUNCTION history_of_new_member(m member) RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN ('{' || ${joinEntries(appeared)} || '}')::jsonb
    || CASE WHEN m.custom_fields = '{}' THEN '{}'::jsonb
      ELSE history_of_new_own_fields(m.custom_fields) END;

-- A changed member's entry, worked out by comparing columns: a value becomes JSON only where it
-- differs, instead of both records field by field. What it says is what
-- changed_fields(history_of_member(b), history_of_member(a)) says; the same test compares the two.
CREATE OR REPLACE FUNCTION history_of_changed_member(b member, a member) RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN ('{' || ${joinEntries(changed)} || '}')::jsonb
    || CASE WHEN b.custom_fields = a.custom_fields THEN '{}'::jsonb
      ELSE changed_fields(history_of_own_fields(b.custom_fields),
        history_of_own_fields(a.custom_fields)) END;
`;
}

/** PostgreSQL's functions take 100 arguments; a name and its value are two. */
const MOST_ENTRIES = 49;

function inParts(entries: readonly Entry[]): Entry[][] {
  const parts: Entry[][] = [];
  for (let from = 0; from < entries.length; from += MOST_ENTRIES)
    parts.push(entries.slice(from, from + MOST_ENTRIES));
  return parts;
}

function listed(entries: readonly Entry[], write: (entry: Entry) => string): string {
  return entries.map((entry) => `    ${write(entry)}`).join(",\n");
}

/** The entries that are there, with commas between them. */
function joinEntries(write: (entry: Entry) => string): string {
  const parts = inParts(ENTRIES).map((part) => `concat_ws(',',\n${listed(part, write)}\n  )`);
  return parts.length === 1 ? (parts[0] ?? "") : `concat_ws(',', ${parts.join(", ")})`;
}

function present({ name, of }: Entry): string {
  return `'${name}', ${of("m")}`;
}

function appeared({ name, of, kind }: Entry): string {
  if (kind === "flag") return `CASE WHEN ${of("m")} THEN '"${name}":{"old":null,"new":true}' END`;
  const text = `'"${name}":{"old":null,"new":' || to_json(${of("m")}) || '}'`;
  return kind === "list" ? wrapped(`CASE WHEN ${of("m")} <> '{}'`, `THEN ${text} END`) : text;
}

function changed({ name, of }: Entry): string {
  const differs = `CASE WHEN ${operand(of("b"))} IS DISTINCT FROM ${operand(of("a"))}`;
  const pair = `'old', ${of("b")}, 'new', ${of("a")}`;
  const key = `THEN '"${name}":' ||`;
  const inOneLine = `${key} json_build_object(${pair}) END`;
  return wrapped(
    differs,
    inOneLine.length <= WIDTH - 7 ? inOneLine : `${key} json_build_object(\n        ${pair}) END`,
  );
}

function operand(expression: string): string {
  return expression.includes(" ") ? `(${expression})` : expression;
}

/** The widest that lines of the repository are. */
const WIDTH = 100;

/** Two parts of an expression, in one line where they have room. */
function wrapped(first: string, rest: string): string {
  const fits = !rest.includes("\n") && first.length + rest.length <= WIDTH - 6;
  return fits ? `${first} ${rest}` : `${first}\n      ${rest}`;
}
