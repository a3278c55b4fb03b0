export const MEMORY_ENVIRONMENT: Readonly<Record<string, string>>;
export const MEMORY_FLAGS: readonly string[];
