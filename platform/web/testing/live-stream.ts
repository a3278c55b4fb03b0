import type { Problem } from "#platform/contract/problem.ts";
import { tenant } from "../session/tenant.ts";
import type { Incoming } from "./route-match.ts";

/** The server's live updates of one test; only the whole shell follows them. */
export class LiveStream {
  #open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  /** Announced before any page listened; the first one hears it. */
  #early: Uint8Array[] = [];
  #refusal: Problem | undefined;

  static isFor({ method, path }: Incoming): boolean {
    return method === "GET" && path === `/${tenant()}/api/updates`;
  }

  /** Tells all open pages that something of this kind changed. */
  announce(kind: string): void {
    const event = new TextEncoder().encode(`data: ${JSON.stringify({ kind })}\n\n`);
    if (this.#open.size === 0) this.#early.push(event);
    for (const controller of this.#open) controller.enqueue(event);
  }

  /** Ends what is open; who connects from now on is refused with this, or (undefined) no longer. */
  refuse(refusal: Problem | undefined): void {
    this.#refusal = refusal;
    for (const controller of this.#open) controller.close();
    this.#open.clear();
  }

  /** Returns a stream that says nothing until something is announced. */
  open(signal: AbortSignal | null): Response {
    if (this.#refusal !== undefined)
      return Response.json(this.#refusal, { status: this.#refusal.status });
    let own: ReadableStreamDefaultController<Uint8Array> | undefined;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller;
        this.#open.add(controller);
        for (const event of this.#early.splice(0)) controller.enqueue(event);
      },
      cancel: () => this.#forget(own),
    });
    signal?.addEventListener("abort", () => {
      own?.error(signal.reason);
      this.#forget(own);
    });
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  }

  #forget(controller: ReadableStreamDefaultController<Uint8Array> | undefined): void {
    if (controller !== undefined) this.#open.delete(controller);
  }
}
