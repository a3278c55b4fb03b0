import { hash, verify } from "@node-rs/argon2";

const MIN_LENGTH = 10;
const MAX_LENGTH = 200;
/**
 * Guesses, in zxcvbn's scale of 0 to 4: below it lies what common-password lists and simple tricks
 * reach.
 */
const MIN_SCORE = 2;
/** argon2id (the library's default kind), 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), COST);
}

let decoy: Promise<string> | undefined;

/** Checks a password; without a hash it works as long as with one, so that time tells nothing. */
export async function passwordMatches(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const matches = await verify(
    passwordHash ?? (await decoy),
    password.slice(0, MAX_LENGTH + 1).normalize("NFC"),
  );
  return matches && passwordHash != null;
}

type Checker = (password: string, own: string[]) => number;
let checker: Promise<Checker> | undefined;

/** The dictionaries take memory and time, so they are read when the first password is set. */
function strength(): Promise<Checker> {
  checker ??= (async () => {
    const [{ ZxcvbnFactory }, common, german] = await Promise.all([
      import("@zxcvbn-ts/core"),
      import("@zxcvbn-ts/language-common"),
      import("@zxcvbn-ts/language-de"),
    ]);
    const zxcvbn = new ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...german.dictionary },
      graphs: common.adjacencyGraphs,
      maxLength: MAX_LENGTH,
    });
    return (password, own) => zxcvbn.check(password, own).score;
  })();
  return checker;
}

/**
 * German sentence about what is wrong with a new password, or undefined. `own` are words that
 * belong to the person.
 */
export async function passwordProblem(
  password: string,
  own: string[],
): Promise<string | undefined> {
  const length = [...password].length;
  if (length < MIN_LENGTH)
    return `Das Passwort ist zu kurz. Es braucht mindestens ${MIN_LENGTH} Zeichen.`;
  if (length > MAX_LENGTH)
    return `Das Passwort ist zu lang. Erlaubt sind höchstens ${MAX_LENGTH} Zeichen.`;
  const words = own
    .flatMap((word) => word.toLowerCase().split(/[\s@.\-_]+/))
    .filter((word) => word.length >= 4);
  const rest = words.reduce((text, word) => text.replaceAll(word, ""), password.toLowerCase());
  // A long passphrase may hold a name; what must not be is a password that is little else.
  if (rest.length < password.length && [...rest].length < 8) {
    return "Das Passwort besteht fast nur aus Ihren eigenen Angaben, etwa Name oder E-Mail-Adresse. Bitte wählen Sie ein anderes.";
  }
  if ((await strength())(password, words) < MIN_SCORE) {
    return "Dieses Passwort ist leicht zu erraten oder wird von vielen benutzt. Bitte wählen Sie ein anderes, zum Beispiel vier zufällige Wörter.";
  }
  return undefined;
}
