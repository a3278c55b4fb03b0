import { useState } from "react";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  chooseFiles,
  dragFiles,
  dropFiles,
  expectAccessible,
  renderComponent,
} from "../../testing.ts";
import { today } from "../../format/format.ts";
import { SortableList, moved } from "../table/SortableList.tsx";
import { DateField } from "./DateField.tsx";
import { FileDrop } from "./FileDrop.tsx";
import { TimeField } from "./TimeField.tsx";

const told = () => page.getByLabelText("Wert");

function WithDate({ first = null, maxDate }: { first?: string | null; maxDate?: string }) {
  const [value, setValue] = useState<string | null>(first);
  return (
    <>
      <DateField label="Tag" value={value} onChange={setValue} maxDate={maxDate} />
      <output aria-label="Wert">{value ?? "leer"}</output>
    </>
  );
}

describe("a day", () => {
  const day = () => page.getByRole("textbox", { name: "Tag" });

  test.each([
    ["31.12.1999", "1999-12-31"],
    ["1.5.90", "1990-05-01"],
    ["31121999", "1999-12-31"],
  ])("is typed as %s", async (typed, value) => {
    await renderComponent(<WithDate />);
    await day().fill(typed);
    await userEvent.keyboard("{Tab}");
    await expect.element(told()).toMatchTextContent(value);
    await expect.element(day()).toHaveValue(value.split("-").toReversed().join("."));
  });

  test.each(["{Tab}", "{Enter}"])("without a year is the next one after %s", async (key) => {
    await renderComponent(<WithDate first="2020-01-31" />);
    await day().fill("31.12.");
    await expect.element(told()).toMatchTextContent("2020-01-31");
    await userEvent.keyboard(key);
    await expect.element(day()).toHaveValue(`31.12.${today().slice(0, 4)}`);
    await expect.element(told()).toMatchTextContent(`${today().slice(0, 4)}-12-31`);
  });

  test("that does not exist stays, is marked, and is not taken", async () => {
    await renderComponent(<WithDate />);
    await day().fill("31.02.2026");
    await expect.element(day()).not.toHaveAttribute("aria-invalid", "true");
    await userEvent.keyboard("{Tab}");
    await expect.element(told()).toMatchTextContent("leer");
    await expect.element(day()).toHaveValue("31.02.2026");
    await expect
      .element(day())
      .toHaveAccessibleDescription("Das ist kein Datum. Bitte schreiben Sie es wie 31.12.2026.");
    await expectAccessible("a day that does not exist");
    await day().click();
    await userEvent.keyboard("{Escape}");
    await expect.element(day()).toHaveValue("");
  });

  test("out of bounds stays and is marked", async () => {
    await renderComponent(<WithDate maxDate="2026-11-22" />);
    await day().fill("23.11.2026");
    await userEvent.keyboard("{Tab}");
    await expect.element(day()).toHaveValue("23.11.2026");
    await expect.element(day()).toHaveAccessibleDescription("Der Tag liegt nach dem 22.11.2026.");
    await expect.element(told()).toMatchTextContent("leer");
  });

  test("is picked from a calendar that begins on Monday and speaks German", async () => {
    await renderComponent(<WithDate first="2026-05-17" />);
    await day().click();
    await expect.element(page.getByRole("button", { name: "Nächster Monat" })).toBeVisible();
    expect(document.querySelector("th")?.textContent).toBe("Mo");
    await expectAccessible("a calendar");
    await page.getByRole("button", { name: /^18\. Mai 2026|18 Mai 2026/i }).click();
    await expect.element(told()).toMatchTextContent("2026-05-18");
  });

  test("is emptied with its cross", async () => {
    await renderComponent(<WithDate first="2026-05-17" />);
    await page.getByRole("button", { name: "Datum leeren" }).click();
    await expect.element(told()).toMatchTextContent("leer");
  });
});

function WithTime({ first = null }: { first?: string | null }) {
  const [value, setValue] = useState<string | null>(first);
  return (
    <>
      <TimeField label="Beginn" value={value} onChange={setValue} />
      {/* Where Tab leads to: alone on its page the field would get the focus again. */}
      <button type="button">Weiter</button>
      <output aria-label="Wert">{value ?? "leer"}</output>
    </>
  );
}

describe("a time", () => {
  const time = () => page.getByRole("combobox", { name: "Beginn" });

  test.each([
    ["18:30", "18:30"],
    ["18.30", "18:30"],
    ["1830", "18:30"],
    ["19 Uhr", "19:00"],
  ])("is typed as %s", async (typed, value) => {
    await renderComponent(<WithTime />);
    await time().fill(typed);
    await expect.element(told()).toMatchTextContent(value);
    await userEvent.keyboard("{Tab}");
    await expect.element(time()).toHaveValue(value);
  });

  test("half typed is none, and stays for the reader to mend", async () => {
    await renderComponent(<WithTime />);
    await time().fill("25:99");
    await page.getByRole("button", { name: "Weiter" }).click();
    await expect.element(told()).toMatchTextContent("leer");
    await expect.element(time()).toHaveValue("25:99");
    await expect
      .element(time())
      .toHaveAccessibleDescription("Das ist keine Uhrzeit. Bitte schreiben Sie sie wie 18:30.");
  });

  test("is picked in half hours; typing narrows them", async () => {
    await renderComponent(<WithTime first="18:00" />);
    await time().click();
    await expect.element(page.getByRole("option", { name: "07:30" })).toBeInTheDocument();
    await time().fill("19");
    await expect.poll(() => page.getByRole("option").elements()).toHaveLength(2);
    await page.getByRole("option", { name: "19:30" }).click();
    await expect.element(told()).toMatchTextContent("19:30");
  });
});

describe("a dropped file", () => {
  function WithFile() {
    const [name, setName] = useState("leer");
    return (
      <>
        <FileDrop label="Datei mit Terminen" accept=".csv" onFile={(file) => setName(file.name)}>
          Eine Tabelle
        </FileDrop>
        <output aria-label="Wert">{name}</output>
      </>
    );
  }
  const place = () => {
    const found = document.querySelector("[class*=drop]");
    if (found === null) throw new Error("there is no place to drop a file on");
    return found;
  };

  test("is taken, and the place shows that it would be", async () => {
    await renderComponent(<WithFile />);
    await expect.element(page.getByText("Datei hierher ziehen")).toBeVisible();
    const file = new File(["a"], "termine.csv");
    dragFiles(place(), "dragover", [file]);
    await expect.poll(() => place().hasAttribute("data-over")).toBe(true);
    dragFiles(place(), "dragleave", [file]);
    await expect.poll(() => place().hasAttribute("data-over")).toBe(false);
    dropFiles(place(), [file, new File(["b"], "zweite.csv")]);
    await expect.element(told()).toMatchTextContent("termine.csv");
    await expectAccessible("a place for files");
  });

  test("can be chosen instead, the same one again after it was mended", async () => {
    await renderComponent(<WithFile />);
    await expect.element(page.getByRole("button", { name: "Datei wählen" })).toBeVisible();
    chooseFiles([new File(["a"], "termine.csv")]);
    await expect.element(told()).toMatchTextContent("termine.csv");
    chooseFiles([new File(["b"], "neu.csv")]);
    await expect.element(told()).toMatchTextContent("neu.csv");
  });
});

describe("a list in an order of one's own", () => {
  function Fields() {
    const [items, setItems] = useState(["Trikot", "Schuhe", "Hose"]);
    return (
      <SortableList
        label="Felder"
        items={items}
        itemKey={(item) => item}
        nameOf={(item) => item}
        onMove={(from, to) => setItems(moved(items, from, to))}
      >
        {(item) => item}
      </SortableList>
    );
  }
  const order = () =>
    page
      .getByRole("listitem")
      .elements()
      .map((one) => one.textContent);
  const handle = (name: string, place: number) =>
    page.getByRole("button", { name: `${name} verschieben, Stelle ${place} von 3` });

  test("is changed with the arrows, said aloud, and the focus stays with the item", async () => {
    await renderComponent(<Fields />);
    await expect.element(handle("Trikot", 1)).toBeVisible();
    (handle("Trikot", 1).element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(order).toEqual(["Schuhe", "Trikot", "Hose"]);
    await expect
      .element(page.getByText("Trikot steht jetzt an Stelle 2 von 3."))
      .toBeInTheDocument();
    await expect.element(handle("Trikot", 2)).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect.poll(order).toEqual(["Schuhe", "Hose", "Trikot"]);
    await expectAccessible("a list to sort");
  });

  test("is changed by dragging a handle over others", async () => {
    await renderComponent(<Fields />);
    await expect.element(handle("Hose", 3)).toBeVisible();
    const from = handle("Hose", 3).element();
    const top = page.getByRole("listitem").first().element().getBoundingClientRect().top;
    from.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
    window.dispatchEvent(new PointerEvent("pointermove", { clientY: top - 5 }));
    window.dispatchEvent(new PointerEvent("pointerup"));
    await expect.poll(order).toEqual(["Hose", "Trikot", "Schuhe"]);
    window.dispatchEvent(new PointerEvent("pointermove", { clientY: 2_000 }));
    expect(order()).toEqual(["Hose", "Trikot", "Schuhe"]);
  });
});
