/**
 * Cologne phonetics (Postel 1969): German names that sound alike get the same digits.
 * Meier, Maier, Mayer and Meyr become 67.
 */
export function cologne(name: string): string {
  const letters = name
    .normalize("NFC")
    .toUpperCase()
    .replace(/Ä/g, "A")
    .replace(/Ö/g, "O")
    .replace(/Ü/g, "U")
    .normalize("NFKD")
    .replace(/ß|ẞ/g, "S")
    .replace(/PH/g, "F")
    .replace(/[^A-Z]/g, "");
  let digits = "";
  for (let index = 0; index < letters.length; index++) {
    digits += digitsOf(
      letters[index] ?? "",
      letters[index - 1] ?? "",
      letters[index + 1] ?? "",
      index === 0,
    );
  }
  const single = digits.replace(/(.)\1+/g, "$1");
  return single.slice(0, 1) + single.slice(1).replaceAll("0", "");
}

function digitsOf(letter: string, before: string, after: string, first: boolean): string {
  if ("AEIJOUY".includes(letter)) return "0";
  if (letter === "B" || letter === "P") return "1";
  if (letter === "D" || letter === "T") return after !== "" && "CSZ".includes(after) ? "8" : "2";
  if ("FVW".includes(letter)) return "3";
  if ("GKQ".includes(letter)) return "4";
  if (letter === "C") return soundOfC(before, after, first);
  if (letter === "X") return before !== "" && "CKQ".includes(before) ? "8" : "48";
  if (letter === "L") return "5";
  if (letter === "M" || letter === "N") return "6";
  if (letter === "R") return "7";
  if (letter === "S" || letter === "Z") return "8";
  return "";
}

function soundOfC(before: string, after: string, first: boolean): string {
  if (first) return after !== "" && "AHKLOQRUX".includes(after) ? "4" : "8";
  if (before === "S" || before === "Z") return "8";
  return after !== "" && "AHKOQUX".includes(after) ? "4" : "8";
}

/** Sound of a whole name, first and last name kept apart; order of the two matters. */
export function nameSound(firstname: string, lastname: string): string {
  return `${cologne(firstname)} ${cologne(lastname)}`;
}
