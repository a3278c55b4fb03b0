import { PDFDataRangeTransport, type PDFDocumentLoadingTask } from "pdfjs-dist";
import { addressOf } from "#platform/web/api/api.ts";
import { accessToken } from "#platform/web/api/access-token.ts";
import { openPdfSource } from "#platform/web/pdf.ts";
import { filesContract, type Entry } from "../../../contract.ts";

const RANGE = 256 * 1024;
/** Up to this size the rest is loaded in the background, so that turning pages never waits. */
const LOADED_WHOLE = 20 * 1024 * 1024;

/**
 * Opens a PDF page by page: of a long one only the parts on screen are loaded. `destroy()` the task
 * in the end.
 */
export function openPdf(
  shareId: string,
  entry: Pick<Entry, "path" | "size" | "version">,
): PDFDocumentLoadingTask {
  return openPdfSource({
    range: new RangesOfFile(shareId, entry),
    rangeChunkSize: RANGE,
    disableAutoFetch: (entry.size ?? 0) > LOADED_WHOLE,
    disableStream: true,
  });
}

/** Loads parts of the file with the reader's own, always fresh token. */
class RangesOfFile extends PDFDataRangeTransport {
  readonly #address: string;
  readonly #stop = new AbortController();

  constructor(shareId: string, entry: Pick<Entry, "path" | "size" | "version">) {
    super(entry.size ?? 0, null);
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
        if (!this.#stop.signal.aborted) this.onDataRange(begin, null);
      },
    );
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
