export * from "../contract.ts";
