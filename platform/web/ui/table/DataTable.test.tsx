import { useState } from "react";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Page, toPage } from "#platform/contract/paging.ts";
import { ApiError, ownProblem } from "../../api/api-error.ts";
import { expectAccessible, expectNoSidewaysScroll, renderComponent } from "../../testing.ts";
import { type Column, DataTable, type ListState } from "./DataTable.tsx";
import type { DataTableProps } from "./table-types.ts";

interface Thing {
  id: string;
  name: string;
  place: string;
}

const BALL: Thing = { id: "1", name: "Ball", place: "Halle" };
const GOAL: Thing = { id: "2", name: "Tor", place: "Platz" };
const COLUMNS: Column<Thing>[] = [
  { key: "name", title: "Name", sortField: "name", render: ({ name }) => name },
  { key: "place", title: "Ort", onPhone: true, render: ({ place }) => place },
  { key: "size", title: "Größe", align: "right", hiddenAtFirst: true, render: () => "groß" },
];

type Given = Partial<DataTableProps<Thing>> & { selecting?: boolean };

/** A list whose state changes as in a page; what was asked for is listed below it. */
function Things({ selecting = false, ...given }: Given) {
  const [state, setState] = useState<ListState>({ page: 0, size: 20, sort: "name", dir: "ASC" });
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState("");
  return (
    <>
      <DataTable
        label="Dinge"
        columns={COLUMNS}
        columnsKey="things"
        rowId={({ id }) => id}
        page={toPage([BALL, GOAL], 2, { page: 0, size: 20 })}
        error={null}
        state={state}
        onStateChange={(change) => {
          setState({ ...state, ...change });
          setAsked(JSON.stringify(change));
        }}
        empty={{ sentence: "Hier ist nichts." }}
        {...(selecting && {
          selection: {
            ids,
            onChange: setIds,
            count: (count: number) => `${count} Dinge`,
            nameOf: (id: string) => (id === "1" ? "Ball" : "Tor"),
            actions: <button type="button">Wegwerfen</button>,
          },
        })}
        {...given}
      />
      <output aria-label="Gefragt">{asked}</output>
    </>
  );
}

const show = (given: Given = {}, viewport: "desktop" | "phone" = "desktop") =>
  renderComponent(<Things {...given} />, { as: [], viewport });
const asked = () => page.getByLabelText("Gefragt");
const head = (name: string) => page.getByRole("columnheader", { name });
const button = (name: string) => page.getByRole("button", { name });
const many = (content: Thing[], total: number, number = 0): Page<Thing> =>
  toPage(content, total, { page: number, size: 20 });

describe("states", () => {
  test("loading holds the place of rows", async () => {
    await show({ page: undefined });
    await expect.element(page.getByRole("table", { name: "Dinge" })).toBeVisible();
    expect(page.getByRole("row").elements().length).toBeGreaterThan(10);
    expect(document.querySelector("[aria-busy=true]")).not.toBe(null);
    await expectAccessible("a loading list");
  });

  test("nothing is a sentence, without columns to choose where there is nothing yet", async () => {
    await show({ page: many([], 0), empty: { sentence: "Hier ist nichts.", nothingYet: true } });
    await expect.element(page.getByText("Hier ist nichts.")).toBeVisible();
    expect(page.getByRole("table").elements()).toEqual([]);
    expect(button("Spalten").elements()).toEqual([]);
  });

  test("a failure says why and offers another try", async () => {
    let tries = 0;
    const error = new ApiError(ownProblem(500, "INTERNAL", "Interner Serverfehler."));
    await show({ page: undefined, error, onRetry: () => (tries += 1) });
    await expect
      .element(page.getByText("Interner Serverfehler. Es ging nichts verloren."))
      .toBeVisible();
    await button("Erneut versuchen").click();
    expect(tries).toBe(1);
  });

  test("a failure behind what is shown already leaves that in sight", async () => {
    const error = new ApiError(ownProblem(500, "INTERNAL", "Interner Serverfehler."));
    await show({ error });
    await expect.element(page.getByText("Ball")).toBeVisible();
    expect(button("Erneut versuchen").elements()).toEqual([]);
  });

  test("an address that no list has is called that", async () => {
    const error = new ApiError(ownProblem(400, "BAD_REQUEST", "…"));
    await show({ page: undefined, error });
    await expect
      .element(page.getByText("Diese Adresse gibt es nicht. Vielleicht ist sie unvollständig."))
      .toBeVisible();
  });
});

describe("order", () => {
  test("is asked for at the head and turned round by the second click", async () => {
    await show();
    await expect.element(head("Name")).toHaveAttribute("aria-sort", "ascending");
    await button("Name").click();
    await expect.element(asked()).toMatchTextContent('{"sort":"name","dir":"DESC","page":0}');
    await expect.element(head("Name")).toHaveAttribute("aria-sort", "descending");
  });

  test("is not offered where the server has none", async () => {
    await show();
    await expect.element(head("Ort")).toBeVisible();
    expect(head("Ort").getByRole("button").elements()).toEqual([]);
    expect(head("Ort").element().getAttribute("aria-sort")).toBe(null);
  });
});

describe("columns", () => {
  test("are shown and hidden, all but the one that leads to the record, and remembered", async () => {
    await show();
    expect(head("Größe").elements()).toEqual([]);
    await button("Spalten").click();
    expect(page.getByRole("checkbox", { name: "Name" }).elements()).toEqual([]);
    await page.getByRole("checkbox", { name: "Größe" }).click();
    await page.getByRole("checkbox", { name: "Ort" }).click();
    await expect.element(head("Größe")).toBeVisible();
    await expect.element(head("Ort")).not.toBeInTheDocument();
    expect(localStorage.getItem("columns:things")).toBe('["name","size"]');
  });

  test("remembered by this browser are shown again, nonsense is not", async () => {
    localStorage.setItem("columns:things", '["name","size"]');
    await show();
    await expect.element(head("Größe")).toBeVisible();
    expect(head("Ort").elements()).toEqual([]);
  });

  test("remembered in a way that nobody understands are those shown at first", async () => {
    localStorage.setItem("columns:things", "{kaputt");
    await show();
    await expect.element(head("Ort")).toBeVisible();
  });
});

describe("pages", () => {
  test("are counted and turned; few rows need none", async () => {
    await show({ page: many([BALL, GOAL], 1_234) });
    await expect.element(page.getByText("1 bis 2 von 1.234")).toBeVisible();
    await button("Nächste Seite").click();
    await expect.element(asked()).toMatchTextContent('{"page":1}');
    await button("Seite 62").click();
    await expect.element(asked()).toMatchTextContent('{"page":61}');
    await expectAccessible("a list with pages");
  });

  test("have a size that begins anew at the first one", async () => {
    await show({ page: many([BALL, GOAL], 100, 3) });
    await page.getByRole("combobox", { name: "Zeilen je Seite" }).click();
    await page.getByRole("option", { name: "100 je Seite" }).click();
    await expect.element(asked()).toMatchTextContent('{"size":100,"page":0}');
  });

  test("are not offered where everything is on screen", async () => {
    await show();
    await expect.element(page.getByText("Ball")).toBeVisible();
    expect(button("Nächste Seite").elements()).toEqual([]);
  });
});

describe("choosing rows", () => {
  const all = () => page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" });
  const bar = () => page.getByRole("toolbar", { name: "Aktionen für die Auswahl" });

  test("by the head takes all and lets go of all; some are neither", async () => {
    await show({ selecting: true });
    await page.getByRole("checkbox", { name: "Ball auswählen" }).click({ force: true });
    await expect.element(bar()).toMatchTextContent("1 Dinge ausgewählt");
    expect((all().element() as HTMLInputElement).indeterminate).toBe(true);
    await all().click();
    await expect.element(bar()).toMatchTextContent("2 Dinge ausgewählt");
    await all().click();
    await expect.element(bar()).not.toBeInTheDocument();
  });

  test("by keyboard alone", async () => {
    await show({ selecting: true });
    await expect.element(all()).toBeVisible();
    (all().element() as HTMLElement).focus();
    await userEvent.keyboard(" ");
    await expect.element(bar()).toMatchTextContent("2 Dinge ausgewählt");
    await button("Auswahl aufheben").click();
    await expect.element(bar()).not.toBeInTheDocument();
  });

  test("on the phone by a button, which also ends it", async () => {
    await show({ selecting: true }, "phone");
    expect(page.getByRole("checkbox").elements()).toEqual([]);
    await button("Auswählen").click();
    await page.getByRole("checkbox", { name: "Tor auswählen" }).click();
    await expect.element(bar()).toMatchTextContent("1 Dinge ausgewählt");
    (button("Auswahl beenden").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(bar()).not.toBeInTheDocument();
  });

  test("on the phone by a long press", async () => {
    await show({ selecting: true }, "phone");
    const card = page.getByRole("listitem").filter({ hasText: "Ball" });
    await expect.element(card).toBeVisible();
    card.element().dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    await expect.element(bar()).toMatchTextContent("1 Dinge ausgewählt");
    card.element().dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  });
});

describe("on the phone", () => {
  test("a row is a card that leads to the record as a whole", async () => {
    const shown = await show({ rowTo: ({ id }) => `/things/${id}` }, "phone");
    const card = page.getByRole("listitem").filter({ hasText: "Ball" });
    await expect.element(card).toMatchTextContent("BallHalle");
    await card.getByRole("link", { name: "Ball" }).click();
    await expect.poll(() => shown.address()).toBe("/things/1");
  });

  test("long words break instead of widening the page", async () => {
    const long = { id: "3", name: "Ball".repeat(40), place: "Halle".repeat(40) };
    await show({ page: many([long], 1), rowTo: () => "/" }, "phone");
    await expectNoSidewaysScroll(320);
  });
});

test("a table wider than the window is pushed sideways by itself, also by keyboard", async () => {
  const wide: Column<Thing>[] = Array.from({ length: 30 }, (_, index) => ({
    key: `c${index}`,
    title: `Spalte ${index}`,
    render: () => "ein recht langer Inhalt",
  }));
  await show({ columns: wide });
  const region = page.getByRole("region", { name: "Dinge, seitlich verschiebbar" });
  await expect.element(region).toHaveAttribute("tabindex", "0");
  await expectNoSidewaysScroll(1000);
});
