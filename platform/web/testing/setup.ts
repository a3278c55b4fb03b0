/**
 * Runs before every file of component tests: the page's own conditions (styles, content security
 * policy), and after each test an empty page and the list of what went wrong unseen.
 */
import "@fontsource-variable/inter/wght.css";
import "../ui/theme/theme.css";
import "../ui/theme/targets.css";
import { cleanNotifications } from "@mantine/notifications";
import { afterEach, expect, inject, vi } from "vitest";
import { cleanup } from "vitest-browser-react/pure";
import { config } from "zod/v4/core";
import { provideAccessToken } from "../api/access-token.ts";
import { errorNotices } from "../api/error-notices.ts";
import { openRequests } from "../api/open-requests.ts";
import { overlays } from "../overlays.ts";
import { releaseUpdates } from "../api/live.ts";
import { releaseAllKeys } from "../api/unsettled-keys.ts";
import { queryClient } from "../api/query-client.ts";
import { session } from "../session/session.ts";
import { openQuestion } from "../ui/notices/confirm.tsx";
import { connect, connectedApi } from "./network.ts";
import { enforcePolicy } from "./policy.ts";
import { forgetProblems, unexpectedProblems, watchProblems } from "./problems.ts";

config({ jitless: true });
document.documentElement.lang = "de";
enforcePolicy(inject("pagePolicy"));
watchProblems();

// A failure is shown at once instead of after the next try.
const defaults = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });

afterEach(async () => {
  const complaints = [...(connectedApi()?.complaints ?? []), ...unexpectedProblems()];
  await cleanup();
  connect(undefined);
  provideAccessToken(() => Promise.resolve(undefined));
  queryClient.clear();
  cleanNotifications();
  session.set({ kind: "starting" });
  errorNotices.set([]);
  openRequests.set(0);
  releaseAllKeys();
  releaseUpdates();
  overlays.set([]);
  openQuestion.get()?.answer(false);
  openQuestion.set(null);
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  forgetProblems();
  expect(complaints, "what went wrong without the test asking for it").toEqual([]);
});
