import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { toPage } from "#platform/contract/paging.ts";
import { renderComponent } from "../../../testing.ts";
import { type Column, DataTable } from "../DataTable.tsx";
import type { Paging } from "./load-all.ts";

interface Thing {
  id: string;
  name: string;
}

const THINGS = Array.from({ length: 450 }, (_, index) => ({
  id: String(index),
  name: `Ding ${index}`,
}));
const COLUMNS: Column<Thing>[] = [
  { key: "name", title: "Name", render: () => <b>Bild</b>, print: ({ name }) => name },
  { key: "place", title: "Ort", render: () => "Halle" },
  { key: "actions", title: "Aktionen", print: null, render: () => "Bearbeiten" },
  { key: "size", title: "Größe", hiddenAtFirst: true, render: () => "groß" },
];
const pageOf = ({ page: number, size }: Paging, things = THINGS) =>
  toPage(things.slice(number * size, (number + 1) * size), things.length, { page: number, size });

type Load = (paging: Paging) => Promise<ReturnType<typeof pageOf>>;

async function show(load: Load) {
  const print = vi.spyOn(window, "print").mockReturnValue();
  await renderComponent(
    <DataTable
      label="Dinge"
      columns={COLUMNS}
      columnsKey="printed-things"
      rowId={({ id }) => id}
      page={pageOf({ page: 0, size: 20 })}
      state={{ page: 0, size: 20, sort: "name", dir: "ASC" }}
      onStateChange={() => {}}
      empty={{ sentence: "Hier ist nichts." }}
      print={{ sentence: "450 Dinge", load }}
    />,
    { as: [] },
  );
  return print;
}

const sheet = () => document.querySelector("[data-print-sheet]");
const press = () => page.getByRole("button", { name: "Liste drucken" }).click();
const names = () =>
  [...document.querySelectorAll("[data-print-sheet] tbody tr")].map(
    (row) => row.querySelector("td")?.textContent,
  );

afterEach(() => void vi.restoreAllMocks());

test("all that is found is printed, with heads, in the columns in sight", async () => {
  const load = vi.fn<Load>((paging) => Promise.resolve(pageOf(paging)));
  const print = await show(load);
  await press();
  await expect.poll(() => print.mock.calls.length).toBe(1);
  expect(load.mock.calls.map(([paging]) => paging)).toEqual([
    { page: 0, size: 200 },
    { page: 1, size: 200 },
    { page: 2, size: 200 },
  ]);
  expect(names()).toEqual(THINGS.map(({ name }) => name));
  const heads = [...document.querySelectorAll("[data-print-sheet] thead th")];
  expect(heads.map((cell) => cell.textContent)).toEqual(["Name", "Ort"]);
  expect(sheet()?.textContent).toContain("450 Dinge");
  window.dispatchEvent(new Event("afterprint"));
  await expect.poll(sheet).toBe(null);
});

test("a row that moved to the next page meanwhile is printed once, and none is missing", async () => {
  let things = THINGS.slice(1);
  const load: Load = (paging) => {
    const answer = pageOf(paging, things);
    things = THINGS;
    return Promise.resolve(answer);
  };
  const print = await show(load);
  await press();
  await expect.poll(() => print.mock.calls.length).toBe(1);
  expect(names()).toEqual(THINGS.map(({ name }) => name));
});

test("more rows than anyone reads on paper are not begun with", async () => {
  const load = vi.fn<Load>((paging) =>
    Promise.resolve({ ...pageOf(paging), totalElements: 10_001 }),
  );
  const print = await show(load);
  await press();
  await expect.element(page.getByText(/Mehr als 10.000 Zeilen/)).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
  expect(sheet()).toBe(null);
  expect(print).not.toHaveBeenCalled();
});
