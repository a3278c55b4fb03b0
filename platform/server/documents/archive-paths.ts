const LONGEST_NAME = 120;

/**
 * Gives files of an archive paths that every system can unpack: forbidden signs become `_`, long
 * names are shortened, and what would be there twice (in capitals or not) gets a number. `taken`
 * are names that are there already.
 */
export function archivePaths(taken: readonly string[]): (wanted: string) => string {
  const known = new Set(taken.map((name) => name.toLowerCase()));
  return (wanted) => {
    const clean = wanted.split("/").map(cleanName).join("/");
    const [, stem = clean, ending = ""] = /^(.*?)(\.[^./]{1,10})?$/.exec(clean) ?? [];
    let path = clean;
    for (let number = 2; known.has(path.toLowerCase()); number++)
      path = `${stem} (${number})${ending}`;
    known.add(path.toLowerCase());
    return path;
  };
}

function cleanName(name: string): string {
  const clean = name
    .normalize("NFC")
    .replace(/[<>:"|?*\\\p{Cc}\p{Cf}]/gu, "_")
    .replace(/[. ]+$/, "")
    .trim();
  if (clean === "") return "_";
  if (clean.length <= LONGEST_NAME) return clean;
  const ending = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? "";
  return `${clean.slice(0, LONGEST_NAME - ending.length).trim()}${ending}`;
}
