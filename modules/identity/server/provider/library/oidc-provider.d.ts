/** The files behind the library's front door, with the types that its front door has. */

declare module "oidc-provider/lib/provider.js" {
  export { Provider } from "oidc-provider";
}

declare module "oidc-provider/lib/helpers/errors.js" {
  import { errors } from "oidc-provider";

  export const OIDCProviderError: typeof errors.OIDCProviderError;
  export const InvalidGrant: typeof errors.InvalidGrant;
  export const InvalidRequest: typeof errors.InvalidRequest;
}

declare module "oidc-provider/lib/helpers/interaction_policy/index.js" {
  import { interactionPolicy } from "oidc-provider";

  export const base: typeof interactionPolicy.base;
  export const Check: typeof interactionPolicy.Check;
}
