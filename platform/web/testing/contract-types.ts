import type { ErrorCode, FieldError } from "#platform/contract/problem.ts";
import type {
  AnswerOf,
  BodyOf,
  Bytes,
  ParamsOf,
  QueryOf,
  RouteDefinition,
} from "#platform/contract/route.ts";

/** A call as the server's handler would see it: parsed with the route's schemas. */
export interface ReceivedCall<R extends RouteDefinition> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  /** Bytes arrive as a Blob. */
  body: R["body"] extends Bytes ? Blob : BodyOf<R>;
}

/** What a route may answer: its schema's value, a Blob where it answers bytes, else nothing. */
export type FakeAnswer<R extends RouteDefinition> = R["answer"] extends Bytes ? Blob : AnswerOf<R>;

/** A value, or what makes one of the call. */
export type Answering<R extends RouteDefinition> =
  | FakeAnswer<R>
  | ((call: ReceivedCall<R>) => FakeAnswer<R> | Promise<FakeAnswer<R>>);

/** A problem document, as far as it differs from the one that belongs to its code. */
export interface Refusal {
  code: ErrorCode;
  /** More specific than the code: `LAST_ADMIN`. */
  as?: string;
  detail?: string;
  errors?: readonly FieldError[];
  /** With STALE_VERSION: the record as it is now. */
  current?: unknown;
}
