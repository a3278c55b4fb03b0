/** What an Idempotency-Key may look like. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * Path of the question whether the write with this key had its effect: 200 when it had, 404 when
 * it has not. The answer itself is given to who sends the request again.
 */
export const ANSWER_PATH = "/answer/{key}";

/** Code of 503: the connection to the database broke while the effect was being committed. */
export const OUTCOME_UNKNOWN = "OUTCOME_UNKNOWN";
