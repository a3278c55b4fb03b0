/**
 * The identity provider's library, the parts that we use. Its own front door warns in English of
 * each Node that is no LTS release, on every start and command; nothing else happens there.
 */
export * as errors from "oidc-provider/lib/helpers/errors.js";
export * as interactionPolicy from "oidc-provider/lib/helpers/interaction_policy/index.js";
export { Provider } from "oidc-provider/lib/provider.js";
