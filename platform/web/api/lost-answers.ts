import type { RouteDefinition } from "#platform/contract/route.ts";
import { ANSWER_PATH, isRemembered, OUTCOME_UNKNOWN } from "#platform/contract/sent-again.ts";
import { ApiError, type Outcome, ownProblem } from "./api-error.ts";
import { addErrorNotice, withdrawErrorNotice } from "./error-notices.ts";
import { LOST } from "./error-texts.ts";
import { queryClient } from "./query-client.ts";
import { send, type Request } from "./request.ts";
import { isKept, keepKey, keyFor, releaseKey } from "./unsettled-keys.ts";

/** Between the questions, in milliseconds; not done is concluded from two a second apart. */
const WAITS = [0, 1000, 1000, 2000, 4000];
/** Without any answer for so long, the page goes on and the question is asked in the background. */
const PATIENCE = 8000;
const ASKED_AGAIN_EVERY = 2500;
const QUESTION_TAKES_AT_MOST = 5000;
const SENT_AGAIN_AFTER = [0, 500, 1500];

const findAnswer: RouteDefinition = {
  method: "GET",
  path: ANSWER_PATH,
  access: "loggedIn",
  summary: "",
  answer: { kind: "noContent" },
};

/**
 * Returns the answer of a call whose write has one effect, however often its answer is lost: what
 * became of it is looked up, and an answer that was given is given again. An `ApiError` says in its
 * `outcome` what is known.
 */
export async function sendOnce(route: RouteDefinition, request: Request): Promise<unknown> {
  if (route.method === "GET" || route.unremembered === "NO_EFFECT") return send(route, request);
  const key = isSentWithKey(route, request) ? keyFor(route, request) : undefined;
  try {
    const answer = await send(route, request, key);
    releaseKey(route, request);
    return answer;
  } catch (error) {
    if (!isLost(error)) {
      releaseKey(route, request);
      throw error;
    }
    if (key === undefined) throw route.unremembered === undefined ? error : withoutLookup();
    keepKey(route, request, key);
    return checking(request, () => settled(route, request, key));
  }
}

/** Drafts that are saved by themselves are sent again by who keeps them. */
function isSentWithKey(route: RouteDefinition, { quiet }: Request): boolean {
  return isRemembered(route) && (route.method === "POST" || quiet !== true);
}

/** The request may have arrived: nobody answered, or only somebody on the way. */
function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === OUTCOME_UNKNOWN || (error.isUnreachable && error.problem.requestId === "");
}

function withoutLookup(): ApiError {
  void queryClient.invalidateQueries();
  return failure("UNKNOWN", LOST.unknown);
}

async function checking<T>({ silent }: Request, work: () => Promise<T>): Promise<T> {
  if (!silent) addErrorNotice(LOST.checking);
  try {
    return await work();
  } finally {
    withdrawErrorNotice(LOST.checking);
  }
}

async function settled(route: RouteDefinition, request: Request, key: string): Promise<unknown> {
  if (route.access === "public") return sentAgain(route, request, key, SENT_AGAIN_AFTER);
  const isDone = await lookUp(key, request.signal);
  if (isDone === true) return replayed(route, request, key);
  if (isDone === false) throw failure("NONE", LOST.notArrived);
  void followUp(route, request, key);
  throw failure("UNKNOWN", LOST.open);
}

/** Returns whether the write was done; undefined when nobody says so in time. */
async function lookUp(key: string, signal?: AbortSignal): Promise<boolean | undefined> {
  const begun = performance.now();
  let absentSince: number | undefined;
  for (const wait of WAITS) {
    await pause(wait);
    signal?.throwIfAborted();
    const isDone = await ask(key);
    if (isDone === true) return true;
    if (isDone === false) {
      if (absentSince !== undefined && performance.now() - absentSince >= 900) return false;
      absentSince ??= performance.now();
    }
    if (performance.now() - begun > PATIENCE) break;
  }
  return undefined;
}

async function ask(key: string): Promise<boolean | undefined> {
  try {
    await send(findAnswer, { params: { key }, timeout: QUESTION_TAKES_AT_MOST });
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? false : undefined;
  }
}

/** The write was done: only its answer is fetched, without a further effect. */
async function replayed(route: RouteDefinition, request: Request, key: string): Promise<unknown> {
  try {
    return await sentAgain(route, request, key, SENT_AGAIN_AFTER);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    void queryClient.invalidateQueries();
    throw failure("SAVED", LOST.answerOnly);
  } finally {
    if (!request.silent && request.signal?.aborted !== true) await tellSaved();
  }
}

async function sentAgain(
  route: RouteDefinition,
  request: Request,
  key: string,
  waits: readonly number[],
): Promise<unknown> {
  for (const wait of waits) {
    await pause(wait);
    request.signal?.throwIfAborted();
    try {
      const answer = await send(route, request, key);
      releaseKey(route, request);
      return answer;
    } catch (error) {
      if (isLost(error)) continue;
      releaseKey(route, request);
      throw error;
    }
  }
  throw failure("UNKNOWN", LOST.unknown);
}

/** Asks until somebody answers or the same call was made again, and tells what it heard. */
async function followUp(route: RouteDefinition, request: Request, key: string): Promise<void> {
  for (;;) {
    await pause(ASKED_AGAIN_EVERY);
    if (!isKept(route, request, key)) return withdrawErrorNotice(LOST.open);
    const isDone = await lookUp(key).catch(() => undefined);
    if (isDone === undefined) continue;
    withdrawErrorNotice(LOST.open);
    if (!isKept(route, request, key)) return;
    await queryClient.invalidateQueries();
    if (request.silent) return;
    return isDone ? tellSaved() : addErrorNotice(LOST.notArrived);
  }
}

/** Loaded when it is wanted: the first page needs no toasts. */
async function tellSaved(): Promise<void> {
  const { showSaved } = await import("./show-saved.ts");
  showSaved(LOST.saved);
}

function failure(outcome: Outcome, sentence: string): ApiError {
  return new ApiError(ownProblem(0, "ANSWER_LOST", sentence), { outcome });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
