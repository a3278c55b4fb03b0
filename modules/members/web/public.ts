/** What pages of other modules may use of the members' pages. */
export { MemberFilterField } from "./list/filter/MemberFilterField.tsx";
export { useMemberName } from "./member-select/member-options.ts";
export {
  SearchedMultiSelect,
  type SearchedMultiSelectProps,
  MemberSelect,
} from "./member-select/MemberSelect.tsx";
export { viewsQuery as savedViewsQuery } from "./queries.ts";
export { groupTreeQuery, useNewMemberGroupNames } from "./groups/queries.ts";
