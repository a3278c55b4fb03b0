/** The icon of an attachment by its media type. */
export function subtypeOf(contentType: string): "pdf" | "image" | "word" | "excel" | "other" {
  if (contentType === "application/pdf") return "pdf";
  if (contentType.endsWith(".wordprocessingml.document")) return "word";
  if (contentType.endsWith(".spreadsheetml.sheet")) return "excel";
  return contentType.startsWith("image/") ? "image" : "other";
}

/** Whether pages show it; what other programs open is only saved. */
export function isShown(contentType: string): boolean {
  const subtype = subtypeOf(contentType);
  return subtype === "pdf" || subtype === "image";
}
