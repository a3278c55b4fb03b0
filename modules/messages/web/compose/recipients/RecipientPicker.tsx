import { MultiSelect, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useSuggestions } from "#platform/web/ui/form/suggestions.ts";
import { displayName, groupPrefixed, plural } from "#platform/web/format/format.ts";
import type { Audience, PossibleRecipients } from "../../../contract.ts";
import { usePossibleRecipients } from "../../possible-recipients.ts";
import type { MessageValues } from "../message-values.ts";
import { countedOptions, type Option, setSections, setsIn, setValue } from "./set-options.ts";

const TYPING_PAUSE = 180;

type Lists = Pick<MessageValues, "recipientIds" | "recipientGroupIds" | "recipientSets">;

export interface RecipientPickerProps {
  id: string;
  values: Lists;
  /** Knows the names of what was chosen before this form was opened. */
  audience: Audience | undefined;
  onChange: (values: Lists) => void;
  error: string | undefined;
}

/**
 * One field for groups, members and people by what they are; the server offers whom the reader may
 * write to.
 */
export function RecipientPicker({ id, values, audience, onChange, error }: RecipientPickerProps) {
  const [text, setText] = useState("");
  const [opened, setOpened] = useState(false);
  const [q] = useDebouncedValue(text.trim(), TYPING_PAUSE);
  const search = usePossibleRecipients(q);
  const found = search.data;
  const fresh = search.isSuccess && !search.isPlaceholderData && q === text.trim();
  const typed = useSuggestions({ text, onText: setText, fresh });
  // Chosen ones stay known when the next search no longer finds them.
  const [known, setKnown] = useState<ReadonlyMap<string, Option>>(new Map());
  const groups = (found?.groups ?? []).map(groupOption);
  const people = (found?.people ?? []).map(personOption);
  const sets = setSections(found?.sets ?? []);
  const chosen = [
    ...values.recipientSets.map(setValue),
    ...values.recipientGroupIds.map((one) => `g:${one}`),
    ...values.recipientIds.map((one) => `u:${one}`),
  ];
  const named = new Map(
    [
      ...countedOptions(values.recipientSets, audience),
      ...(audience?.groups ?? []).map(groupOption),
      ...(audience?.people ?? []).map(nameOption),
    ].map((one) => [one.value, one]),
  );
  const choices = [...groups, ...sets.flatMap(({ items }) => items), ...people];
  const offered = new Set(choices.map((one) => one.value));
  const others = chosen
    .filter((value) => !offered.has(value))
    .map((value) => known.get(value) ?? named.get(value) ?? { value, label: "…", detail: "" });
  const change = (next: string[]) => {
    const all = [...choices, ...others];
    setKnown(
      new Map([
        ...known,
        ...all.filter((one) => next.includes(one.value)).map((one) => [one.value, one] as const),
      ]),
    );
    onChange({
      recipientGroupIds: idsWith("g:", next),
      recipientIds: idsWith("u:", next),
      recipientSets: setsIn(next),
    });
    setText("");
    // The fields below are in sight again; who wants more types on.
    setOpened(false);
  };
  return (
    <MultiSelect
      {...typed.field}
      id={id}
      label="An (Pflichtangabe)"
      aria-required
      placeholder={chosen.length === 0 ? "Gruppe, Funktion oder Name" : ""}
      searchable
      openOnFocus={false}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      hidePickedOptions
      maxDropdownHeight={340}
      data={[
        { group: "Gruppen", items: groups },
        ...sets,
        { group: "Mitglieder", items: people },
        { group: "Gewählt", items: others },
      ].filter(({ items }) => items.length > 0)}
      value={chosen}
      onChange={change}
      // The server has searched already.
      filter={({ options }) => options}
      renderOption={({ option }) => <OptionWords option={option as Option} />}
      error={error ?? typed.error}
      autoComplete="off"
    />
  );
}

function OptionWords({ option }: { option: Option }) {
  return (
    <div>
      <Text size="sm">{option.label}</Text>
      {option.detail !== "" && (
        <Text size="xs" c="dimmed">
          {option.detail}
        </Text>
      )}
    </div>
  );
}

function groupOption({ id, count, ...group }: PossibleRecipients["groups"][number]): Option {
  return {
    value: `g:${id}`,
    label: groupPrefixed(group),
    detail: plural(count, "Person", "Personen"),
  };
}

function personOption(person: PossibleRecipients["people"][number]): Option {
  return { ...nameOption(person), detail: person.hasMail ? "" : "ohne E-Mail-Adresse" };
}

function nameOption(person: Audience["people"][number]): Option {
  return { value: `u:${person.id}`, label: displayName(person), detail: "" };
}

function idsWith(prefix: string, values: readonly string[]): string[] {
  return values
    .filter((value) => value.startsWith(prefix))
    .map((value) => value.slice(prefix.length));
}
