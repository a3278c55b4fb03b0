/**
 * A cell as people typed it; a `Date` holds wall-clock values in UTC, times alone have a year
 * before 1901.
 */
export type TableCell = string | number | boolean | Date | null;

/** A file that is no readable table; the message is a German sentence for people. */
export class UnreadableTable extends Error {}

export function isXlsx(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** The old binary format of Excel, or a workbook with a password. */
export function isOldExcel(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;
}
