type Receive = (request: Request, signal: AbortSignal) => Promise<Response> | undefined;

/**
 * Returns a class like XMLHttpRequest whose calls of the API are received by this function; it
 * returns undefined for other addresses. Pages send with it where they show progress, of which
 * `fetch` knows nothing: all bytes are reported as sent at once, the answer comes when it comes.
 */
export function fakeUploads(receive: Receive): typeof XMLHttpRequest {
  return class FakeUpload extends XMLHttpRequest {
    #address = "";
    #method = "";
    readonly #headers = new Headers();
    readonly #stop = new AbortController();
    #answer: { response: Response; text: string } | undefined;

    override open(method: string, address: string | URL): void {
      this.#method = method;
      this.#address = new URL(address, location.href).href;
      super.open(method, address);
    }

    override setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
      super.setRequestHeader(name, value);
    }

    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      if (body instanceof Document) throw new Error("the product sends no documents");
      const request = new Request(this.#address, {
        method: this.#method,
        headers: this.#headers,
        ...(body !== undefined && { body }),
      });
      const answer = receive(request, this.#stop.signal);
      if (answer === undefined) return super.send(body);
      const size = body instanceof Blob ? body.size : 0;
      const sent = { lengthComputable: true, loaded: size, total: size };
      this.upload.dispatchEvent(new ProgressEvent("progress", sent));
      void this.#finish(answer);
    }

    async #finish(answer: Promise<Response>): Promise<void> {
      try {
        const response = await answer;
        this.#answer = { response, text: await response.text() };
        this.dispatchEvent(new ProgressEvent("load"));
      } catch {
        const kind = this.#stop.signal.aborted ? "abort" : "error";
        this.dispatchEvent(new ProgressEvent(kind));
      }
    }

    override abort(): void {
      this.#stop.abort();
      super.abort();
    }

    override get status(): number {
      return this.#answer?.response.status ?? super.status;
    }

    override get responseText(): string {
      return this.#answer?.text ?? super.responseText;
    }

    override getResponseHeader(name: string): string | null {
      return this.#answer?.response.headers.get(name) ?? null;
    }
  };
}
