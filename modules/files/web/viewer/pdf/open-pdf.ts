import { PDFDataRangeTransport, type PDFDocumentLoadingTask } from "pdfjs-dist";
import { addressOf } from "#platform/web/api/api.ts";
import { accessToken } from "#platform/web/api/access-token.ts";
import { openPdfSource } from "#platform/web/pdf.ts";
import { filesContract, type Entry } from "../../../contract.ts";

const RANGE = 256 * 1024;
/** Up to this size the rest is loaded in the background, so that turning pages never waits. */
const LOADED_WHOLE = 20 * 1024 * 1024;

interface OpenedPdf {
  /** To be destroyed in the end. */
  task: PDFDocumentLoadingTask;
  /** Asks once more for the parts that could not be loaded. */
  retry: () => void;
}

/**
 * Opens a PDF page by page: of a long one only the parts on screen are loaded. `onMissing` hears of
 * a part that could not be loaded: what needs it waits until `retry` brings it.
 */
export function openPdf(
  shareId: string,
  entry: Pick<Entry, "path" | "size" | "version">,
  onMissing: () => void,
): OpenedPdf {
  const range = new RangesOfFile(shareId, entry, onMissing);
  const task = openPdfSource({
    range,
    rangeChunkSize: RANGE,
    disableAutoFetch: (entry.size ?? 0) > LOADED_WHOLE,
    disableStream: true,
  });
  return { task, retry: () => range.retry() };
}

/** Loads parts of the file with the reader's own, always fresh token. */
class RangesOfFile extends PDFDataRangeTransport {
  readonly #address: string;
  readonly #onMissing: () => void;
  readonly #stop = new AbortController();
  /** Ends of the parts that are missing, by where they begin. */
  readonly #missing = new Map<number, number>();

  constructor(
    shareId: string,
    entry: Pick<Entry, "path" | "size" | "version">,
    onMissing: () => void,
  ) {
    super(entry.size ?? 0, null);
    this.#onMissing = onMissing;
    // One version to the end: a file replaced while it is read must not become a mixture.
    this.#address = addressOf(
      filesContract.downloadEntry,
      { id: shareId, path: entry.path },
      { version: entry.version },
    );
  }

  override requestDataRange(begin: number, end: number): void {
    this.#load(begin, end).then(
      (bytes) => this.onDataRange(begin, bytes),
      () => {
        if (this.#stop.signal.aborted) return;
        // pdf.js has no word for a part that does not come: it goes on waiting for it.
        this.#missing.set(begin, end);
        this.#onMissing();
      },
    );
  }

  retry(): void {
    const missing = [...this.#missing];
    this.#missing.clear();
    for (const [begin, end] of missing) this.requestDataRange(begin, end);
  }

  override abort(): void {
    this.#stop.abort();
  }

  async #load(begin: number, end: number): Promise<Uint8Array> {
    const token = await accessToken();
    const response = await fetch(this.#address, {
      headers: {
        range: `bytes=${begin}-${end - 1}`,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      signal: this.#stop.signal,
    });
    if (response.status !== 206 && !(response.status === 200 && begin === 0))
      throw new Error(`The file answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer()).subarray(0, end - begin);
  }
}
