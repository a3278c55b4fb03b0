import { TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, renderComponent } from "#platform/web/testing.ts";
import { FilterBar } from "./FilterBar.tsx";

/** A bar with a text and two filters, Ort and Gruppe, whose values the returned functions tell. */
async function showBar({ place = "", group = "", text = "" } = {}) {
  const searched = vi.fn<(text: string) => void>();
  const elsewhere = { set: (_: string): void => {} };
  function Bar() {
    const [values, setValues] = useState({ place, group });
    const [typed, setTyped] = useState(text);
    useEffect(() => {
      elsewhere.set = setTyped;
    }, []);
    const filter = (key: "place" | "group", label: string) => ({
      key,
      label,
      shown: values[key] === "" ? undefined : values[key],
      editor: (
        <TextInput
          label={label}
          value={values[key]}
          onChange={(event) => setValues({ ...values, [key]: event.currentTarget.value })}
        />
      ),
      onRemove: () => setValues((current) => ({ ...current, [key]: "" })),
    });
    return (
      <FilterBar
        text={{
          value: typed,
          placeholder: "Name oder Nummer",
          onChange: (next) => {
            setTyped(next);
            searched(next);
          },
        }}
        filters={[filter("place", "Ort"), filter("group", "Gruppe")]}
      >
        <p>Gespeicherte Ansichten</p>
      </FilterBar>
    );
  }
  await renderComponent(<Bar />);
  await expect.element(bar()).toBeVisible();
  return { searched, comeFromElsewhere: (next: string) => elsewhere.set(next) };
}

const bar = () => page.getByRole("search", { name: "Liste durchsuchen und filtern" });
const box = () => page.getByRole("searchbox", { name: "Name oder Nummer" });
const chip = (name: RegExp | string) => bar().getByRole("button", { name });

describe("the text", () => {
  test("is searched for after a pause, once", async () => {
    const { searched } = await showBar();
    await box().fill("Mül");
    await box().fill("Müller");
    await expect.poll(() => searched.mock.calls).toEqual([["Müller"]]);
  });

  test("is emptied with its button", async () => {
    const { searched } = await showBar({ text: "Müller" });
    await expect.element(box()).toHaveValue("Müller");
    await page.getByRole("button", { name: "Suchtext löschen" }).click();
    await expect.element(box()).toHaveValue("");
    await expect.poll(() => searched.mock.calls).toEqual([[""]]);
  });

  test("follows the address when that changes by another way", async () => {
    const { comeFromElsewhere } = await showBar({ text: "Müller" });
    comeFromElsewhere("Schulz");
    await expect.element(box()).toHaveValue("Schulz");
  });
});

describe("filters", () => {
  test("are chosen from a menu, and stand in the bar from then on", async () => {
    await showBar();
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name: "Ort" }).click();
    await page.getByRole("textbox", { name: "Ort" }).fill("Kiel");
    await userEvent.keyboard("{Escape}");
    await expect.element(chip(/^Ort ?Kiel$/)).toBeVisible();
    await expect.element(chip("Filter Ort entfernen")).toBeVisible();
    await expectAccessible();
  });

  test("that nobody gave a value leave the bar again", async () => {
    await showBar();
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name: "Gruppe" }).click();
    await expect.element(page.getByRole("textbox", { name: "Gruppe" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(chip("Gruppe")).not.toBeInTheDocument();
  });

  test("are changed in place", async () => {
    await showBar({ place: "Kiel" });
    await chip(/^Ort ?Kiel$/).click();
    await page.getByRole("textbox", { name: "Ort" }).fill("Bonn");
    await expect.element(chip(/^Ort ?Bonn$/)).toBeVisible();
  });

  test("are taken away one by one", async () => {
    await showBar({ place: "Kiel", group: "Turnen" });
    await chip("Filter Ort entfernen").click();
    await expect.element(chip(/^Ort ?Kiel$/)).not.toBeInTheDocument();
    await expect.element(chip(/^Gruppe ?Turnen$/)).toBeVisible();
    // Of one filter there is nothing to take away together.
    await expect.element(chip("Alle Filter entfernen")).not.toBeInTheDocument();
  });

  test("are taken away together", async () => {
    await showBar({ place: "Kiel", group: "Turnen" });
    await chip("Alle Filter entfernen").click();
    await expect.element(chip(/^Ort ?Kiel$/)).not.toBeInTheDocument();
    await expect.element(chip(/^Gruppe ?Turnen$/)).not.toBeInTheDocument();
  });

  test("all in use leave nothing to be added", async () => {
    await showBar({ place: "Kiel", group: "Turnen" });
    await expect
      .element(page.getByRole("button", { name: "Filter", exact: true }))
      .not.toBeInTheDocument();
    await expect.element(page.getByText("Gespeicherte Ansichten")).toBeVisible();
  });
});
