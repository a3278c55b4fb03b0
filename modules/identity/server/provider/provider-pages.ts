import type { Configuration, Provider } from "oidc-provider";
import { AppError } from "#platform/server/http/app-error.ts";
import { errorText, type Occasion } from "../pages/error-texts.ts";
import { type ProblemText, problemOf } from "../pages/problem-texts.ts";
import { PLAIN_POLICY, plainPage } from "#platform/server/http/pages/plain-page.ts";
import type { Realm } from "../realm/realm.ts";

/** The pages the library hands over to. */
export interface ProviderPages {
  error(realm: Realm, problem: ProblemText): Promise<string>;
  confirmLogout(
    realm: Realm,
    form: { action: string; xsrf: string },
    immediately: boolean,
  ): Promise<string>;
  loggedOut(realm: Realm): Promise<string>;
}

/** Logs out without asking only where the hint names the very person whose session it is. */
export function logoutFeature(realm: Realm, pages: ProviderPages) {
  return {
    enabled: true,
    async logoutSource(ctx, form) {
      const { session, entities } = ctx.oidc;
      const isSamePerson =
        entities.IdTokenHint !== undefined &&
        entities.IdTokenHint.payload.sub === session?.accountId;
      // The library hands over its form as text; its two values stand in ours.
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? "";
      const action = /action="([^"]+)"/.exec(form)?.[1] ?? "";
      ctx.body = await pages.confirmLogout(realm, { action, xsrf }, isSamePerson);
    },
    async postLogoutSuccessSource(ctx) {
      ctx.type = "html";
      ctx.body = await pages.loggedOut(realm);
    },
  } satisfies NonNullable<Configuration["features"]>["rpInitiatedLogout"];
}

export function renderError(
  realm: Realm,
  pages: ProviderPages,
): NonNullable<Configuration["renderError"]> {
  return (ctx, out, error) => {
    const problem =
      error instanceof AppError ? problemOf(error) : errorText(out.error, occasionOf(ctx));
    return sendPage(ctx, problem, { realm, pages });
  };
}

function occasionOf({ path }: { path: string }): Occasion {
  return /\/logout(?:\/|$)/.test(path) ? "LOGOUT" : "LOGIN";
}

type Context = Parameters<Parameters<Provider["use"]>[0]>[0];
type Problem = ReturnType<typeof problemOf>;

/** Sends what the library's own handling of errors never saw, in its place and as it would. */
export async function sendFailure(
  ctx: Context,
  error: unknown,
  place: { realm: Realm; pages: ProviderPages },
): Promise<void> {
  const problem = problemOf(error, occasionOf(ctx));
  ctx.remove("location");
  ctx.status = problem.status;
  if (ctx.accepts("json", "html") === "html") return sendPage(ctx, problem, place);
  ctx.body = { error: "server_error" };
  explainToScripts(ctx, error);
}

async function sendPage(
  ctx: Context,
  problem: ProblemText & Partial<Problem>,
  { realm, pages }: { realm: Realm; pages: ProviderPages },
): Promise<void> {
  const { status, title, text, retryAfterSeconds } = problem;
  ctx.type = "html";
  if (status !== undefined) ctx.status = status;
  if (retryAfterSeconds !== undefined) ctx.set("retry-after", String(retryAfterSeconds));
  ctx.body = await pages.error(realm, { title, text }).catch(() => {
    ctx.set("content-security-policy", PLAIN_POLICY);
    return plainPage(title, text);
  });
}

/** Gives scripts the sentence that a page would show; the library has only its own for them. */
export function explainToScripts(ctx: { body?: unknown }, error: unknown): void {
  if (!(error instanceof AppError) || typeof ctx.body !== "object" || ctx.body === null) return;
  ctx.body = { ...ctx.body, error_description: error.detail };
}
