import { IN_MAINTENANCE } from "#platform/contract/maintenance.ts";
import { MAINTENANCE_TITLE } from "#platform/server/http/maintenance.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { errors } from "../provider/library/library.ts";
import { errorText, type Occasion } from "./error-texts.ts";

/** What went wrong, as a page says it. */
export interface ProblemText {
  title: string;
  text: string;
}

interface Problem extends ProblemText {
  status: number;
  retryAfterSeconds?: number | undefined;
}

/** Returns what a page says of an error, whoever threw it. */
export function problemOf(error: unknown, during: Occasion = "LOGIN"): Problem {
  if (error instanceof AppError) {
    const { status, detail: text, retryAfterSeconds } = error;
    const title = error.code === IN_MAINTENANCE ? MAINTENANCE_TITLE : titleOf(status);
    return { status, title, text, retryAfterSeconds };
  }
  if (error instanceof errors.OIDCProviderError)
    return { status: error.statusCode, ...errorText(error.message, during) };
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  return status < 500
    ? { status, title: "Das geht so nicht", text: "Die Anfrage ist nicht in Ordnung." }
    : { status: 500, ...errorText("server_error") };
}

function titleOf(status: number): string {
  if (status === 429) return "Bitte warten Sie einen Augenblick";
  if (status === 507) return "Der Speicherplatz ist voll";
  return status === 503 ? "Die Anmeldung ist gerade nicht erreichbar" : "Das geht so nicht";
}
