import { type Html, html } from "./html.ts";

/** What went wrong, at the top of a form; read out at once. */
export function problem(text: string | undefined): Html | undefined {
  return text === undefined
    ? undefined
    : html`<p class="problem" role="alert" id="problem">${text}</p>`;
}

interface FieldOptions {
  id: string;
  label: string;
  type?: "text" | "password" | "email";
  value?: string;
  autocomplete: string;
  help?: string;
  autofocus?: boolean;
  invalid?: boolean;
  inputmode?: "numeric" | "email";
  maxlength?: number;
}

/** A field of one line with its label. */
export function field({
  id,
  label,
  type = "text",
  value = "",
  autocomplete,
  help,
  autofocus,
  invalid,
  inputmode,
  maxlength = 200,
}: FieldOptions): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${id}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      maxlength="${maxlength}"
      required${
        autofocus === true && html` autofocus`
      }${invalid === true && html` aria-invalid="true"`}${inputmode !== undefined && html` inputmode="${inputmode}"`}${
        help !== undefined
          ? html` aria-describedby="${id}-help"`
          : invalid === true && html` aria-describedby="problem"`
      }${type !== "password" && html` autocapitalize="none" spellcheck="false"`}
    />
    ${help !== undefined && html`<p class="help" id="${id}-help">${help}</p>`}
  </div>`;
}
