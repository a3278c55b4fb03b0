/** How many parts are read ahead of the one that is being prepared. */
const AHEAD = 2;

/**
 * Works through parts in order on one connection, database and process at the same time: while one
 * part is being written, the next is prepared, and those after it are read.
 */
export async function overlapping<Part, Read, Prepared>(
  parts: readonly Part[],
  steps: {
    read(part: Part): Promise<Read>;
    prepare(read: Read): Prepared | Promise<Prepared>;
    write(prepared: Prepared): Promise<void>;
  },
): Promise<void> {
  const reading: Promise<Read>[] = [];
  const rest = parts.values();
  const readOn = () => {
    while (reading.length < AHEAD) {
      const { value, done } = rest.next();
      if (done === true) return;
      reading.push(expected(steps.read(value)));
    }
  };
  let writing = Promise.resolve();
  try {
    for (readOn(); reading.length > 0;) {
      const prepared = await steps.prepare(await (reading.shift() as Promise<Read>));
      await writing;
      writing = expected(steps.write(prepared));
      readOn();
    }
  } catch (error) {
    // Behind a failed statement all others fail because of it: the first one says why.
    await writing;
    throw error;
  }
  await writing;
}

/** A failure is taken up when the result is asked for, not before. */
function expected<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
