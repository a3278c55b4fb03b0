/** Changes rows in COPY's text format line by line, whatever the chunks they come in. */
export async function* changedLines(
  rows: AsyncIterable<Buffer>,
  change: (line: string) => string,
): AsyncIterable<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of rows) {
    const end = chunk.lastIndexOf(10) + 1;
    if (end === 0) {
      rest = Buffer.concat([rest, chunk]);
      continue;
    }
    const whole = Buffer.concat([rest, chunk.subarray(0, end)]).toString("utf8");
    rest = Buffer.from(chunk.subarray(end));
    yield Buffer.from(whole.slice(0, -1).split("\n").map(change).join("\n") + "\n");
  }
}

/** Changes one column of a line; null stays null. */
export function withColumn(line: string, index: number, change: (value: string) => string): string {
  const values = line.split("\t");
  const value = values[index];
  if (value === undefined || value === "\\N") return line;
  values[index] = escaped(change(unescaped(value)));
  return values.join("\t");
}

const SIGNS: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_all, sign: string) => SIGNS[sign] ?? sign);
}

function escaped(value: string): string {
  const names = Object.fromEntries(Object.entries(SIGNS).map(([name, sign]) => [sign, name]));
  return value.replace(/[\\\b\f\n\r\t\v]/g, (sign) => `\\${names[sign] ?? sign}`);
}
