/** Endings by which a browser that does not know a type still lets the reader choose it. */
const TYPE_OF_ENDING: Readonly<Record<string, string>> = {
  heic: "image/heic",
  heif: "image/heic",
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
};

/**
 * May a file of this type go into a share that takes only `allowed` (`application/pdf`, `image/*`;
 * null: everything)? A first look by what the browser believes; the server decides by the bytes. A
 * type nobody knows is left to it.
 */
export function isAllowed(
  file: Pick<File, "name" | "type">,
  allowed: readonly string[] | null,
): boolean {
  if (allowed === null) return true;
  const ending = file.name.slice(file.name.lastIndexOf(".") + 1).toLowerCase();
  const type = file.type === "" ? TYPE_OF_ENDING[ending] : file.type.toLowerCase();
  if (type === undefined) return true;
  return allowed.some(
    (one) => one === type || (one.endsWith("/*") && type.startsWith(one.slice(0, -1))),
  );
}
