import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

const RETRY_EVERY = 2500;

/**
 * Queries try again as long as the server is unreachable, so that a page recovers by itself within
 * seconds of it; other failures are answers and stay. Mutations never repeat by themselves.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Back to a list after a longer look at its records finds it as tall as it was.
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: true,
      // A server on this machine or in the club's own network is reachable although the browser
      // believes to be offline.
      networkMode: "always",
      retry: (_count, error) => error instanceof ApiError && error.isUnreachable,
      retryDelay: RETRY_EVERY,
    },
    mutations: { networkMode: "always", retry: false },
  },
});
