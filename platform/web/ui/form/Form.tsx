import { useRef, type ComponentProps, type KeyboardEvent, type SubmitEvent } from "react";
import { flushSync } from "react-dom";
import { takeFirstOption } from "./suggestions.ts";

export interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  /** Called when nothing in the form is left half typed. */
  onSubmit: () => void;
  /**
   * Whether Enter in a line of text saves, as people expect of short forms. Ctrl+Enter always does.
   */
  enterSaves?: boolean;
}

/**
 * The form of every page and dialog. Enter never saves from a field that has a use for it: one with
 * suggestions takes the first, one for days (`data-dates-input`) reads what was typed. What a field
 * could not read (its custom validity, see `useUnfinished`) stops the saving and gets the focus.
 */
export function Form({ onSubmit, enterSaves = true, children, ...others }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  /** The field in which something was typed since it got the focus. */
  const typedIn = useRef<EventTarget>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes on what happens in a dialog that this form has opened.
    if (event.target !== event.currentTarget) return;
    const unfinished = firstUnfinished(event.currentTarget);
    if (unfinished === undefined) return onSubmit();
    unfinished.checkValidity();
    unfinished.focus();
  };
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // A field reads what was typed when it is left, and that is to be saved as well.
    if (event.target instanceof HTMLInputElement)
      flushSync(() => (event.target as HTMLElement).blur());
    element.current?.requestSubmit();
  };
  const keepEnter = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.key !== "Enter" || event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (!(target instanceof HTMLInputElement)) return;
    const suggests = target.role === "combobox";
    if (suggests && target === typedIn.current && !("freeText" in target.dataset))
      takeFirstOption(target);
    if (suggests || "datesInput" in target.dataset || !enterSaves) event.preventDefault();
  };
  return (
    // Ctrl+Enter is a shortcut; the button says the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      noValidate
      {...others}
      ref={element}
      onSubmit={submit}
      onKeyDownCapture={saveByKey}
      onKeyDown={keepEnter}
      onFocus={() => (typedIn.current = null)}
      onInput={(event) => (typedIn.current = event.target)}
    >
      {children}
    </form>
  );
}

function firstUnfinished(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.elements].find(
    (one): one is HTMLInputElement => one instanceof HTMLInputElement && one.validity.customError,
  );
}
