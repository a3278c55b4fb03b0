export const GENDERS = ["FEMALE", "MALE", "DIVERSE", "UNSPECIFIED"] as const;
export const GENDER_LABELS: Record<(typeof GENDERS)[number], string> = {
  FEMALE: "weiblich",
  MALE: "männlich",
  DIVERSE: "divers",
  UNSPECIFIED: "keine Angabe",
};

/** Statuses that are entered. */
export const MEMBER_STATUSES = ["ACTIVE", "PASSIVE", "HONORARY"] as const;
/** Statuses as shown: FORMER when `leftOn` is past on the reference date. */
export const STATUSES = [...MEMBER_STATUSES, "FORMER"] as const;
export type Status = (typeof STATUSES)[number];
export const STATUS_LABELS: Record<Status, string> = {
  ACTIVE: "aktiv",
  PASSIVE: "passiv",
  HONORARY: "Ehrenmitglied",
  FORMER: "ausgetreten",
};

export const LOGIN_STATES = ["NONE", "INVITED", "ACTIVE", "DISABLED"] as const;
export const LOGIN_STATE_LABELS: Record<(typeof LOGIN_STATES)[number], string> = {
  NONE: "kein Zugang",
  INVITED: "eingeladen",
  ACTIVE: "aktiv",
  DISABLED: "gesperrt",
};
