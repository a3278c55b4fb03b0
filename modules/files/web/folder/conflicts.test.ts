import { afterEach, expect, test } from "vitest";
import { askAboutConflict, openConflict } from "./dialogs/conflicts.ts";

const taken = (name: string) => ({ name, isFolder: false, others: 2 });

afterEach(() => askAboutConflict.forget());

test("a question is open until it is answered", async () => {
  const answer = askAboutConflict(taken("Plan.pdf"));
  expect(openConflict.get()).toMatchObject({ name: "Plan.pdf", others: 2 });
  openConflict.get()?.answer("RENAME", false);
  expect(await answer).toBe("RENAME");
  expect(openConflict.get()).toBeNull();
});

test("an answer for all is not asked for again, until the move is over", async () => {
  const first = askAboutConflict(taken("a.pdf"));
  openConflict.get()?.answer("SKIP", true);
  expect(await first).toBe("SKIP");
  expect(await askAboutConflict(taken("b.pdf"))).toBe("SKIP");
  expect(openConflict.get()).toBeNull();
  askAboutConflict.forget();
  void askAboutConflict(taken("c.pdf"));
  expect(openConflict.get()).toMatchObject({ name: "c.pdf" });
  openConflict.get()?.answer("SKIP", false);
});

test("whoever follows the question hears it come and go", () => {
  const heard: (string | undefined)[] = [];
  const { unsubscribe } = openConflict.subscribe((conflict) => heard.push(conflict?.name));
  void askAboutConflict(taken("a.pdf"));
  openConflict.get()?.answer("REPLACE", false);
  unsubscribe();
  void askAboutConflict(taken("b.pdf"));
  openConflict.get()?.answer("REPLACE", false);
  expect(heard).toEqual(["a.pdf", undefined]);
});
