export const OPEN_INVITATIONS_KEY = ["invitation", "dashboard"] as const;
