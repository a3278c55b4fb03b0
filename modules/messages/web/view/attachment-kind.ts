/** The icon of an attachment by its media type. */
export function subtypeOf(contentType: string): "pdf" | "image" | "other" {
  if (contentType === "application/pdf") return "pdf";
  return contentType.startsWith("image/") ? "image" : "other";
}
