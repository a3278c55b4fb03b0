/** What pages of other modules may use of the members' pages. */
export { useMemberName } from "./member-select/member-options.ts";
export { MemberMultiSelect, MemberSelect, type MemberMultiSelectProps, type MemberSelectProps } from "./member-select/MemberSelect.tsx";
