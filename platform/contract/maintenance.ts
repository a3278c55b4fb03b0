/** Code of 503: the operator works on the club; `detail` is what they tell. */
export const IN_MAINTENANCE = "IN_MAINTENANCE";
