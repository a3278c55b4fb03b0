import type { interactionPolicy as policies } from "oidc-provider";
import { interactionPolicy } from "./library/library.ts";

/**
 * The library's login prompt, and one more reason to show it: the account behind a live session is
 * switched off.
 */
export function loginPolicy(): policies.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove("consent");
  policy.get("login")?.checks.add(
    new interactionPolicy.Check(
      "account_disabled",
      "the account may not log in",
      "login_required",
      ({ oidc }) => {
        const isGone = oidc.session?.accountId !== undefined && oidc.account === undefined;
        return isGone
          ? interactionPolicy.Check.REQUEST_PROMPT
          : interactionPolicy.Check.NO_NEED_TO_PROMPT;
      },
    ),
  );
  return policy;
}
