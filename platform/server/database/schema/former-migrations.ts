/**
 * The name under which `db/baseline` stands among the applied migrations. Its number is that of the
 * last of those that it replaces; new ones go on from there.
 */
export const BASELINE = "0110_baseline";

/**
 * The migrations that the baseline replaces, in the order of their numbers. Databases and backups
 * of that time name all of them.
 */
export const FORMER: readonly string[] = [
  "0001_platform",
  "0002_tenants",
  "0003_jobs",
  "0004_blobs",
  "0010_users",
  "0011_groups",
  "0012_changelog",
  "0020_identity",
  "0021_logins_of_members",
  "0022_changelog_filters",
  "0023_members_by_email",
  "0024_more_orders",
  "0030_calendars",
  "0031_invitations",
  "0032_calendar_feeds",
  "0040_file_shares",
  "0041_picture_positions",
  "0042_file_search",
  "0045_file_orders",
  "0050_messages",
  "0052_live_updates",
  "0053_message_mails",
  "0054_search",
  "0055_search_messages",
  "0060_mapping_configs",
  "0062_imports",
  "0063_import_hints",
  "0064_exports",
  "0070_fewer_member_indexes",
  "0071_history_of_new_members",
  "0075_memberships_changed_together",
  "0095_search_again",
  "0096_search_of_a_share",
  "0100_search_faster",
  "0101_search_patterns",
  "0110_history_of_changed_members",
];

/** Returns the names as they are today: all former migrations together are the baseline. */
export function currentNames(names: readonly string[]): string[] {
  const isBaseline = FORMER.every((name, index) => names[index] === name);
  return isBaseline ? [BASELINE, ...names.slice(FORMER.length)] : [...names];
}

/** Returns whether only some of the former migrations are among the current names. */
export function isBeforeBaseline(current: readonly string[]): boolean {
  return current.some((name) => FORMER.includes(name));
}
