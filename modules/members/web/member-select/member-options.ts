import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { formatDate } from "#platform/web/format/format.ts";
import { usersContract } from "../../contract.ts";

const SHOWN = 20;
const TYPING_PAUSE = 200;

export interface SearchedOption {
  value: string;
  label: string;
  memberNumber?: string;
  birthday?: string;
}

export type MemberOption = Required<SearchedOption>;

/** What a search on the server offers; `fresh` when it belongs to the text as it stands. */
export interface Suggestions<Option extends SearchedOption> {
  options: Option[];
  fresh: boolean;
}

/** Members whose name, number, mail or city fits the text, as options of a picker. */
export function useMemberOptions(text: string): Suggestions<MemberOption> {
  const [q] = useDebouncedValue(text.trim(), TYPING_PAUSE);
  const found = useQuery({
    queryKey: ["user", "options", q],
    queryFn: ({ signal }) =>
      call(usersContract.searchUsers, {
        query: { ...(q && { q }), size: SHOWN, fields: ["birthday"] },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });
  const options = (found.data?.content ?? []).map((user) => ({
    value: user.id,
    label: `${user.lastname}, ${user.firstname}`,
    memberNumber: user.memberNumber,
    birthday: formatDate(user.birthday),
  }));
  return { options, fresh: found.isSuccess && !found.isPlaceholderData && q === text.trim() };
}

/** The name of a member known by id only, as a link or a saved view brings it. */
export function useMemberName(userId: string | null): string | undefined {
  const user = useQuery({
    queryKey: ["user", userId, "name"],
    queryFn: ({ signal }) =>
      call(usersContract.getUser, { params: { id: userId ?? "" }, signal, silent: true }),
    enabled: userId !== null,
    staleTime: 60_000,
  });
  return user.data && `${user.data.lastname}, ${user.data.firstname}`;
}
