import type { Page } from "#platform/contract/paging.ts";
import type { ListState } from "#platform/web/ui/table/DataTable.tsx";

/** Invented people for showing the components; nothing of it is a club's data. */
export interface SampleMember {
  id: string;
  name: string;
  memberNumber: string;
  city: string;
  groupName: string | null;
  group: string;
  joinedOn: string;
  fee: number;
}

const FIRST = [
  "Änne",
  "Bernd",
  "Cem",
  "Dörte",
  "Emil",
  "Frieda",
  "Gül",
  "Hannes",
  "Ida",
  "Jörg",
  "Käthe",
  "Lars",
];
const LAST = [
  "Ahrens",
  "Öztürk",
  "Müller",
  "Groß",
  "Straßner",
  "Yıldız",
  "Weiß",
  "Ünal",
  "von der Heide",
];
const CITIES = ["Grünwald", "Köln", "Nürnberg", "Gießen"];
const GROUPS: readonly [string | null, string][] = [
  ["Fußball", "C-Jugend"],
  ["Turnen", "Eltern-Kind"],
  [null, "Vorstand"],
];

export const SAMPLE_MEMBERS: readonly SampleMember[] = Array.from({ length: 137 }, (_, index) => {
  const [groupName, group] = GROUPS[index % GROUPS.length] ?? [null, "Vorstand"];
  return {
    id: String(index + 1),
    name: `${LAST[(index * 7) % LAST.length]}, ${FIRST[(index * 5) % FIRST.length]}`,
    memberNumber: String(1001 + index),
    city: CITIES[(index * 3) % CITIES.length] ?? "",
    groupName,
    group,
    joinedOn: `${1960 + ((index * 13) % 66)}-${String(1 + (index % 12)).padStart(2, "0")}-${String(1 + (index % 28)).padStart(2, "0")}`,
    fee: 24 + ((index * 17) % 90),
  };
});

/** What a server would answer: filtered, sorted, one page of it. */
export function samplePage(text: string, city: string, state: ListState): Page<SampleMember> {
  const sort = state.sort as keyof SampleMember;
  const found = SAMPLE_MEMBERS.filter(
    (member) =>
      member.name.toLowerCase().includes(text.toLowerCase()) &&
      (city === "" || member.city === city),
  ).toSorted(
    (a, b) =>
      String(a[sort]).localeCompare(String(b[sort]), "de", { numeric: true }) *
      (state.dir === "ASC" ? 1 : -1),
  );
  return {
    content: found.slice(state.page * state.size, (state.page + 1) * state.size),
    page: state.page,
    size: state.size,
    totalElements: found.length,
    totalPages: Math.ceil(found.length / state.size),
  };
}
