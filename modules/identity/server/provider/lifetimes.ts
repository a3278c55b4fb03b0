/** Well above the 70 seconds under which the browser refreshes. */
export const ACCESS_TOKEN_SECONDS = 300;
export const SESSION_SECONDS = 10 * 3600;

export const TTL = {
  AccessToken: ACCESS_TOKEN_SECONDS,
  AuthorizationCode: 60,
  /** Longer than any session; extended with it, because refreshing needs the grant. */
  Grant: 2 * SESSION_SECONDS,
  IdToken: ACCESS_TOKEN_SECONDS,
  Interaction: 60 * 60,
  RefreshToken: 30 * 60,
  Session: SESSION_SECONDS,
};

export const SCOPES = "openid profile email";
