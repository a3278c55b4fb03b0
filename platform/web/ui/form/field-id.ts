/** The id of a form field's input; the summary of errors jumps there. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll(/[^\w-]/g, "-")}`;
}
