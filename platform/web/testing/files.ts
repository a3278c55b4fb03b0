/** Files of a reader, without the detour over the system's own window. */

/** Chooses files in the nth file input of the page, which may be hidden behind a button. */
export function chooseFiles(files: readonly File[], nth = 0): void {
  const input = document.querySelectorAll<HTMLInputElement>('input[type="file"]')[nth];
  if (input === undefined) throw new Error(`the page has no file input number ${nth}`);
  input.files = transferOf(files).files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Drags files over an element and drops them there. */
export function dropFiles(target: Element, files: readonly File[]): void {
  for (const type of ["dragenter", "dragover", "drop"]) dragFiles(target, type, files);
}

/** Sends one event of a drag: `dragenter`, `dragover`, `dragleave` or `drop`. */
export function dragFiles(target: Element, type: string, files: readonly File[]): void {
  const dataTransfer = transferOf(files);
  target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
}

function transferOf(files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}
