/** What pages of other modules may use of the members' pages. */
export { MemberMultiSelect, MemberSelect, type MemberMultiSelectProps, type MemberSelectProps } from "./member-select/MemberSelect.tsx";
