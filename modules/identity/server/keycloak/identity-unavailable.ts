import { AppError } from "#platform/server/http/app-error.ts";

/** A Keycloak that can't be asked says nothing: neither that somebody may, nor that they may not. */
export function identityUnavailable(cause?: unknown): AppError {
  return new AppError("UNAVAILABLE", {
    code: "IDENTITY_UNAVAILABLE",
    detail:
      "Der Anmeldedienst antwortet im Augenblick nicht. Es ging nichts verloren. Bitte versuchen Sie es gleich noch einmal.",
    retryAfterSeconds: 10,
    cause,
  });
}
