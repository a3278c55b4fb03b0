import { tenant } from "../session/tenant.ts";
import type { Incoming } from "./route-match.ts";

/** What the server remembers of writes, by their Idempotency-Key. */
export class RememberedAnswers {
  #answers = new Map<string, Response>();

  /** Returns the answer that was given before under the key of this write. */
  of({ headers }: Incoming): Response | undefined {
    return this.#answers.get(headers.get("idempotency-key") ?? "")?.clone();
  }

  keep({ method, headers }: Incoming, answer: Response): void {
    const key = headers.get("idempotency-key");
    if (method !== "GET" && key !== null && answer.ok) this.#answers.set(key, answer.clone());
  }

  /** Returns what the question for a write is answered; undefined for other requests. */
  look({ method, path }: Incoming): Response | undefined {
    const start = `/${tenant()}/api/answer/`;
    if (method !== "GET" || !path.startsWith(start)) return undefined;
    const isKnown = this.#answers.has(decodeURIComponent(path.slice(start.length)));
    return isKnown ? Response.json({ known: true }) : new Response(null, { status: 404 });
  }
}
