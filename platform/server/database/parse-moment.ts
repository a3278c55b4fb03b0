/**
 * Returns the moment that PostgreSQL writes as `2026-11-25 22:40:00.123456+01`. It is read
 * character by character: a month of events has thousands, and a regular expression takes ten times
 * as long. Null for what is written in another way: years before Christ or of five digits, infinity.
 */
export function parseMoment(text: string): Date | null {
  const end = text.length;
  if (end < 22 || text.charCodeAt(10) !== SPACE || text.charCodeAt(4) !== MINUS) return null;
  const seconds = Date.UTC(
    pair(text, 0) * 100 + pair(text, 2),
    pair(text, 5) - 1,
    pair(text, 8),
    pair(text, 11),
    pair(text, 14),
    pair(text, 17),
  );
  let at = 19;
  let milliseconds = 0;
  if (text.charCodeAt(at) === POINT) {
    let scale = 100;
    for (at++; at < end && isDigit(text.charCodeAt(at)); at++, scale /= 10)
      milliseconds += (text.charCodeAt(at) - ZERO) * scale;
  }
  const sign = text.charCodeAt(at);
  if (sign !== PLUS && sign !== MINUS) return null;
  const parts = (end - at) / 3;
  if (parts !== 1 && parts !== 2 && parts !== 3) return null;
  const offset =
    pair(text, at + 1) * 3_600 +
    (parts > 1 ? pair(text, at + 4) * 60 : 0) +
    (parts > 2 ? pair(text, at + 7) : 0);
  const moment = seconds + Math.trunc(milliseconds) - (sign === PLUS ? offset : -offset) * 1_000;
  // A year below 100 would be one of the twentieth century.
  return Number.isNaN(moment) || text.startsWith("00") ? null : new Date(moment);
}

const [ZERO, POINT, SPACE, PLUS, MINUS] = [48, 46, 32, 43, 45] as const;

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}

/** The number of two digits; NaN for others. */
function pair(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  return isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + ones - ZERO : Number.NaN;
}
