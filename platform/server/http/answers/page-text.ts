import { JsonText } from "../implement.ts";

/** Returns the answer of a list whose records are JSON already: the text of what `toPage` returns. */
export function toPageText(
  content: readonly string[],
  totalElements: number,
  { page, size }: { page: number; size: number },
): JsonText {
  const totalPages = Math.ceil(totalElements / size);
  return new JsonText(
    `{"content":[${content.join(",")}],"page":${page},"size":${size},"totalElements":${totalElements},"totalPages":${totalPages}}`,
  );
}
