import { TextInput } from "@mantine/core";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { call } from "../../api/api.ts";
import { noContent, route } from "#platform/contract/route.ts";
import { useGo } from "../../navigation.tsx";
import { expectAccessible, FakeApi, renderComponent } from "../../testing.ts";
import { fieldId } from "./field-id.ts";
import { useRecordForm } from "./record-form.ts";
import { RecordForm } from "./RecordForm.tsx";

const saveThing = route({
  method: "PUT",
  path: "/thing",
  access: "loggedIn",
  summary: "",
  body: z.strictObject({ name: z.string(), place: z.string() }),
  answer: noContent,
});

interface Values extends Record<string, unknown> {
  name: string;
  place: string;
}

function ThingForm() {
  const go = useGo();
  const record = useRecordForm<Values>({
    initialValues: { name: "Ball", place: "" },
    validate: ({ place }) => (place === "" ? { place: "Bitte ausfüllen." } : {}),
    onSave: (body) => call(saveThing, { body, inForm: true }),
  });
  return (
    <RecordForm
      record={record}
      saveLabel="Ding speichern"
      onCancel={() => go("/")}
      fieldLabels={{ name: "Name", place: "Ort" }}
    >
      {(["name", "place"] as const).map((field) => (
        <TextInput
          key={field}
          {...record.form.getInputProps(field)}
          id={fieldId(field)}
          label={field === "name" ? "Name" : "Ort"}
        />
      ))}
    </RecordForm>
  );
}

const field = (label: string) => page.getByRole("textbox", { name: label });
const save = () => page.getByRole("button", { name: "Ding speichern" });
const problem = () => page.getByRole("alert", { name: "Noch nicht gespeichert" });
const dialog = () => page.getByRole("dialog", { name: "Seite verlassen?" });

async function openForm(api = new FakeApi()) {
  api.answer(saveThing);
  const shown = await renderComponent(<ThingForm />, { api, as: [] });
  await expect.element(field("Name")).toBeVisible();
  return { api, shown };
}

describe("saving", () => {
  test("stops at what can be said at once, with jumps to the fields", async () => {
    const { api } = await openForm();
    await save().click();
    await expect.element(problem()).toHaveFocus();
    await expect.element(problem()).toMatchTextContent("Bitte prüfen Sie diese Angaben.");
    await problem().getByRole("link", { name: "Ort" }).click();
    await expect.element(field("Ort")).toHaveFocus();
    expect(api.calls(saveThing)).toHaveLength(0);
    await expectAccessible("a form with an error");
  });

  test("goes on after the mistake is mended, and forgets it", async () => {
    const { api } = await openForm();
    await save().click();
    await expect.element(problem()).toBeVisible();
    await field("Ort").fill("Halle");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => api.calls(saveThing)).toHaveLength(1);
    await expect.element(problem()).not.toBeInTheDocument();
    expect(field("Ort").element().getAttribute("aria-invalid")).not.toBe("true");
  });

  test("shows a field that the form does not know by its name instead of hiding it", async () => {
    const { api } = await openForm();
    api.refuse(saveThing, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "colour", code: "invalid", message: "Diese Farbe gibt es nicht." }],
    });
    await field("Ort").fill("Halle");
    await save().click();
    await expect.element(problem()).toMatchTextContent("colour: Diese Farbe gibt es nicht.");
  });

  test("a failure that is nobody's field is told in the form, not in the red list", async () => {
    const { api } = await openForm();
    const detail = "Das Ding ist gerade ausgeliehen.";
    api.refuse(saveThing, { code: "CONFLICT", as: "LENT", detail });
    await field("Ort").fill("Halle");
    await save().click();
    await expect.element(problem()).toMatchTextContent(detail);
    expect(page.getByText("Fehler", { exact: true }).elements()).toEqual([]);
  });

  test("while it runs the button says so and takes no second click", async () => {
    const { api } = await openForm();
    const release = api.hold(saveThing);
    await field("Ort").fill("Halle");
    await save().click();
    await expect.element(save()).toHaveAttribute("data-loading", "true");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    release();
    await expect.element(save()).not.toHaveAttribute("data-loading");
    expect(api.calls(saveThing)).toHaveLength(1);
  });
});

describe("leaving", () => {
  test("without changes, or after taking them back, needs no question", async () => {
    const { shown } = await openForm();
    await field("Name").fill("Tor");
    await field("Name").fill("Ball");
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await expect.poll(() => shown.address()).toBe("/");
  });

  test("after saving needs no question either", async () => {
    const { api, shown } = await openForm();
    await field("Ort").fill("Halle");
    await save().click();
    await expect.poll(() => api.calls(saveThing)).toHaveLength(1);
    await expect.element(save()).not.toHaveAttribute("data-loading");
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await expect.poll(() => shown.address()).toBe("/");
  });

  test("with changes asks, also for the browser's Back; Escape stays", async () => {
    const { shown } = await openForm();
    await field("Name").fill("Tor");
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(dialog().getByRole("button", { name: "Weiter bearbeiten" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(shown.address()).toBe("/component");
    await expect.element(field("Name")).toHaveValue("Tor");
  });
});
