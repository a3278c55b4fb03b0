import exifr from "exifr";

/**
 * When a picture was taken, as its camera's clock said: `2026-07-07T16:22:33`, with the offset
 * where the camera wrote one. Null where nothing is noted, or nothing that can be a date.
 */
export async function takenAt(bytes: Uint8Array): Promise<string | null> {
  const found: unknown = await exifr
    .parse(bytes, {
      pick: ["DateTimeOriginal", "OffsetTimeOriginal", "CreateDate"],
      reviveValues: false,
    })
    .catch(() => undefined);
  if (typeof found !== "object" || found === null) return null;
  const { DateTimeOriginal, CreateDate, OffsetTimeOriginal } = found as Record<string, unknown>;
  const text = typeof DateTimeOriginal === "string" ? DateTimeOriginal : CreateDate;
  if (typeof text !== "string") return null;
  const [, year, month, day, hour, minute, second] =
    /^(\d{4}):(\d{2}):(\d{2})[ T](\d{2}):(\d{2}):(\d{2})/.exec(text) ?? [];
  if (year === undefined || Number(year) < 1900) return null;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  try {
    Temporal.PlainDateTime.from(local, { overflow: "reject" });
  } catch {
    return null;
  }
  const offset =
    typeof OffsetTimeOriginal === "string" && /^[+-]\d{2}:\d{2}$/.test(OffsetTimeOriginal)
      ? OffsetTimeOriginal
      : "";
  return local + offset;
}
