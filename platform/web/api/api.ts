import type {
  AnswerOf,
  Bytes,
  BodyInput,
  ParamsInput,
  QueryInput,
  RouteDefinition,
} from "#platform/contract/route.ts";
import { ApiError } from "./api-error.ts";
import { addErrorNotice, withdrawPassingNotices } from "./error-notices.ts";
import { errorText } from "./error-texts.ts";
import { sendOnce } from "./lost-answers.ts";
import { requestEnded, requestStarted } from "./open-requests.ts";
import type { CallSettings, Request } from "./request.ts";

export { ApiError } from "./api-error.ts";
export { addressOf } from "./request.ts";

/** What a route declares under a name; undefined where it says nothing. */
type Declared<R, Name extends string> = Name extends keyof R ? R[Name] : undefined;

/**
 * Parts a route declares are required, the others refused. Query parameters with defaults may be
 * left out.
 */
type Part<Name extends string, D, Value> = [D] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

type BodyValue<R extends RouteDefinition> =
  Declared<R, "body"> extends Bytes ? BodyInit : BodyInput<R>;

type BodyPart<R extends RouteDefinition> = [Declared<R, "body">] extends [undefined]
  ? { body?: undefined }
  : Declared<R, "bodyOptional"> extends true
    ? { body?: BodyValue<R> }
    : { body: BodyValue<R> };

export type CallOptions<R extends RouteDefinition> = Part<
  "params",
  Declared<R, "params">,
  ParamsInput<R>
> &
  Part<"query", Declared<R, "query">, QueryInput<R>> &
  BodyPart<R> &
  CallSettings;

/** JSON answers as their type, byte answers as a Blob, empty ones as undefined. */
export type CallResult<R extends RouteDefinition> = R["answer"] extends Bytes ? Blob : AnswerOf<R>;

type OptionsArgument<R extends RouteDefinition> =
  Record<never, never> extends CallOptions<R>
    ? [options?: CallOptions<R>]
    : [options: CallOptions<R>];

/**
 * Calls the server by a route of a module's contract.
 * Raises the progress bar, adds failures to the red list (unless told otherwise) and throws them as
 * `ApiError`. What became of a write whose answer is lost is looked up first.
 */
export async function call<R extends RouteDefinition>(
  route: R,
  ...[options]: OptionsArgument<R>
): Promise<CallResult<R>> {
  const settings: Request = options ?? {};
  if (!settings.quiet) requestStarted();
  try {
    const answer = await sendOnce(route, settings);
    withdrawPassingNotices();
    return answer as CallResult<R>;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!error.isUnreachable) withdrawPassingNotices();
    if (!settings.silent && error.outcome !== "SAVED" && !(settings.inForm && isForForm(error)))
      addErrorNotice(errorText(error.status, error.message), { isPassing: error.isPassing });
    throw error;
  } finally {
    if (!settings.quiet) requestEnded();
  }
}

function isForForm(error: ApiError): boolean {
  return error.fieldErrors.length > 0 || [400, 409, 412, 422].includes(error.status);
}
