/**
 * Seconds are shifted so that years before 1970 fit: 40 bits reach from the year -15000 into the
 * year 19000.
 */
const SHIFT = 2n ** 39n;
const SECOND_BITS = 40n;
const LOW_BITS = 62n;
const VERSION_8 = 8n;
const VARIANT = 0b10n;

/**
 * Id of an occurrence that has no row: a UUID of version 8 made of the series' key (64 bits) and
 * the second since 1970 in which the rule has it begin. The same occurrence always has the same id.
 * @param seriesKey 16 hexadecimal digits
 * @param start milliseconds since 1970
 */
export function toOccurrenceId(seriesKey: string, start: number): string {
  const payload = (BigInt(`0x${seriesKey}`) << 58n) | (BigInt(Math.floor(start / 1000)) + SHIFT);
  // 48 bits, version, 12 bits, variant, 62 bits.
  const top = payload >> 74n;
  const middle = (payload >> LOW_BITS) & 0xfffn;
  const low = payload & ((1n << LOW_BITS) - 1n);
  const hex = ((top << 80n) | (VERSION_8 << 76n) | (middle << 64n) | (VARIANT << LOW_BITS) | low)
    .toString(16)
    .padStart(32, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Series and beginning of a computed occurrence; undefined for any other id. */
export function parseOccurrenceId(id: string): { seriesKey: string; start: number } | undefined {
  const bits = BigInt(`0x${id.replaceAll("-", "")}`);
  if (((bits >> 76n) & 0xfn) !== VERSION_8 || ((bits >> LOW_BITS) & 0b11n) !== VARIANT)
    return undefined;
  const payload =
    ((bits >> 80n) << 74n) |
    (((bits >> 64n) & 0xfffn) << LOW_BITS) |
    (bits & ((1n << LOW_BITS) - 1n));
  const second = payload & ((1n << 58n) - 1n);
  if (second >> SECOND_BITS !== 0n) return undefined;
  return {
    seriesKey: (payload >> 58n).toString(16).padStart(16, "0"),
    start: Number(second - SHIFT) * 1000,
  };
}
