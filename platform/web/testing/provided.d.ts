import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The product's content security policy, as its header says it. */
    pagePolicy: string;
  }
}
