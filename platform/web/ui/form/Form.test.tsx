import { MultiSelect, Select, TextInput, Button, Modal } from "@mantine/core";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../testing.ts";
import { DateField } from "./DateField.tsx";
import { Form } from "./Form.tsx";
import { useSuggestions } from "./suggestions.ts";
import { TimeField } from "./TimeField.tsx";

const GROUPS = ["Chor", "Fußball", "Fußball->C-Jugend"];

function Searched({ found, fresh }: { found: readonly string[]; fresh: boolean }) {
  const [text, setText] = useState("");
  const [value, setValue] = useState<string[]>([]);
  const typed = useSuggestions({ text, onText: setText, fresh });
  return (
    <>
      <MultiSelect
        {...typed.field}
        label="An"
        searchable
        hidePickedOptions
        data={[...new Set([...found, ...value])]}
        value={value}
        onChange={(next) => {
          setValue(next);
          setText("");
        }}
        filter={({ options }) => options}
        error={typed.error}
      />
      <output aria-label="Gewählt">{value.join(", ")}</output>
    </>
  );
}

async function open(children: React.ReactNode, options: { enterSaves?: boolean } = {}) {
  const onSubmit = vi.fn<() => void>();
  await renderComponent(
    <Form onSubmit={onSubmit} {...options}>
      {/* Above the fields, whose lists cover what stands below. */}
      <button type="submit">Speichern</button>
      {children}
    </Form>,
  );
  return { onSubmit };
}

const save = () => page.getByRole("button", { name: "Speichern" }).click();
const chosen = () => page.getByLabelText("Gewählt");
const to = () => page.getByRole("combobox", { name: "An" });

describe("Enter", () => {
  test("in a line of text saves", async () => {
    const { onSubmit } = await open(<TextInput label="Name" />);
    await page.getByLabelText("Name").fill("Chor");
    await userEvent.keyboard("{Enter}");
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  test("in a form that sends takes Ctrl as well", async () => {
    const { onSubmit } = await open(<TextInput label="Betreff" />, { enterSaves: false });
    await page.getByLabelText("Betreff").fill("Chor");
    await userEvent.keyboard("{Enter}");
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  test("in a field with choices takes the first that fits, and never saves", async () => {
    const told = vi.fn<(value: string | string[] | null) => void>();
    const { onSubmit } = await open(
      <>
        <Select label="Gruppe" searchable data={GROUPS} onChange={(value) => told(value)} />
        <MultiSelect label="Gruppen" searchable data={GROUPS} onChange={(list) => told(list)} />
      </>,
    );
    await page.getByRole("combobox", { name: "Gruppe", exact: true }).fill("Fuß");
    await userEvent.keyboard("{Enter}");
    expect(told).toHaveBeenLastCalledWith("Fußball");
    await userEvent.keyboard("{Enter}");
    await page.getByRole("combobox", { name: "Gruppen" }).fill("C-");
    await userEvent.keyboard("{Enter}");
    expect(told).toHaveBeenLastCalledWith(["Fußball->C-Jugend"]);
    await userEvent.keyboard("{Enter}{Enter}");
    expect(told).toHaveBeenCalledTimes(2);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test("in a field for a day or a time reads it, and never saves", async () => {
    const told = vi.fn<(value: string | string[] | null) => void>();
    const { onSubmit } = await open(
      <>
        <DateField label="Tag" onChange={told} />
        <TimeField label="Beginn" onChange={told} />
      </>,
    );
    await page.getByLabelText("Tag").fill("24.12.2026");
    await userEvent.keyboard("{Enter}");
    expect(told).toHaveBeenLastCalledWith("2026-12-24");
    await page.getByRole("combobox", { name: "Beginn" }).fill("1830");
    await userEvent.keyboard("{Enter}");
    expect(told).toHaveBeenLastCalledWith("18:30");
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe("suggestions of the server", () => {
  test("are taken by Enter, the first of them or the one the arrows went to", async () => {
    const { onSubmit } = await open(<Searched found={["Meier", "Meister"]} fresh />);
    await to().fill("Mei");
    await userEvent.keyboard("{Enter}");
    await expect.element(chosen()).toMatchTextContent("Meier");
    await expect.element(to()).toHaveValue("");
    await to().fill("Mei");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.element(chosen()).toMatchTextContent("Meier, Meister");
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test("that come after Enter are waited for, those of an older text are not taken", async () => {
    function Late() {
      const [answer, setAnswer] = useState({ found: ["Abel"], fresh: false });
      return (
        <>
          <Searched {...answer} />
          <button type="button" onClick={() => setAnswer({ found: ["Meier"], fresh: true })}>
            Antwort
          </button>
        </>
      );
    }
    const { onSubmit } = await open(<Late />);
    await to().fill("Mei");
    await userEvent.keyboard("{Enter}");
    await expect.element(chosen()).toMatchTextContent("");
    // The pointer would take the focus out of the field.
    (page.getByRole("button", { name: "Antwort" }).element() as HTMLElement).click();
    await expect.element(chosen()).toMatchTextContent("Meier");
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test("that were not taken keep the form open: the text stays and is marked", async () => {
    const { onSubmit } = await open(<Searched found={[]} fresh />);
    await to().fill("Unbekannt");
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    await expect.element(to()).toHaveValue("Unbekannt");
    await expect.element(to()).toHaveFocus();
    await expect.element(page.getByText(/„Unbekannt“ ist noch nicht ausgewählt/)).toBeVisible();
    await to().fill("");
    await save();
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});

describe("what a field cannot read", () => {
  test("is not saved over: the field is marked and gets the focus", async () => {
    const { onSubmit } = await open(<DateField label="Tag" value="2026-05-01" />);
    await page.getByLabelText("Tag").fill("31.02.");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(onSubmit).not.toHaveBeenCalled();
    await expect.element(page.getByLabelText("Tag")).toHaveFocus();
    await expect.element(page.getByText(/Das ist kein Datum/)).toBeVisible();
    await page.getByLabelText("Tag").fill("28.02.2027");
    await save();
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  test("is read before Ctrl+Enter saves", async () => {
    const saved = vi.fn<(day: string | null) => void>();
    function Day() {
      const [day, setDay] = useState<string | null>(null);
      return (
        <Form onSubmit={() => saved(day)}>
          <DateField label="Tag" value={day} onChange={setDay} assume="last" maxDate="2026-11-22" />
        </Form>
      );
    }
    await renderComponent(<Day />);
    await page.getByLabelText("Tag").fill("24.12.");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => saved.mock.calls).toEqual([["2025-12-24"]]);
  });
});

test("a dialog's form inside another saves for itself only", async () => {
  const inner = vi.fn<() => void>();
  const { onSubmit } = await open(
    <Modal opened onClose={() => undefined} title="Neue Gruppe">
      <Form onSubmit={inner}>
        <TextInput label="Name" data-autofocus />
        <Button type="submit">Anlegen</Button>
      </Form>
    </Modal>,
  );
  await page.getByLabelText("Name").fill("Chor");
  await userEvent.keyboard("{Enter}");
  expect(inner).toHaveBeenCalledOnce();
  expect(onSubmit).not.toHaveBeenCalled();
});
