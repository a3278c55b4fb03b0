import { MultiSelect, Radio, Stack } from "@mantine/core";
import type { AnswerOf } from "#platform/contract/route.ts";
import { groupPrefixed, plural } from "#platform/web/format/format.ts";
import type { Telling } from "../../contract.ts";
import type { invitationsContract } from "../../invitation-contract.ts";

type Cancellation = AnswerOf<typeof invitationsContract.getCancellation>;
export type Told = "NOBODY" | "GROUPS" | "EVERYONE";

interface TellChoiceProps {
  options: Pick<Cancellation, "groups" | "everyone">;
  told: Told;
  groupIds: string[];
  onTold: (told: Told) => void;
  onGroups: (ids: string[]) => void;
}

/** Whom a message tells of an event to which nobody is invited. */
export function TellChoice({ options, told, groupIds, onTold, onGroups }: TellChoiceProps) {
  const { groups, everyone } = options;
  return (
    <Radio.Group
      label="Wer soll es erfahren?"
      value={told}
      onChange={(next) => onTold(next as Told)}
      mb="md"
    >
      <Stack gap={8} mt={6}>
        <Radio value="NOBODY" label="Niemand, es steht nur im Kalender" />
        {groups.length > 0 && <Radio value="GROUPS" label="Gruppen" />}
        {told === "GROUPS" && (
          <MultiSelect
            aria-label="Gruppen"
            placeholder={groupIds.length === 0 ? "Gruppen wählen" : ""}
            data={groups.map((group) => ({
              value: group.id,
              label: `${groupPrefixed(group)} (${plural(group.count, "Person", "Personen")})`,
            }))}
            value={groupIds}
            onChange={onGroups}
            searchable
            ml={28}
          />
        )}
        {everyone !== null && (
          <Radio
            value="EVERYONE"
            label={`Alle, für die der Kalender freigegeben ist (${plural(everyone, "Person", "Personen")})`}
          />
        )}
      </Stack>
    </Radio.Group>
  );
}

/** What the server is asked to do; undefined where nobody is to be told. */
export function tellingOf(told: Told, groupIds: string[]): Telling | undefined {
  if (told === "EVERYONE") return { groupIds: [], everyone: true };
  return told === "GROUPS" && groupIds.length > 0 ? { groupIds, everyone: false } : undefined;
}
