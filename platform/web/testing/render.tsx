import { createMemoryHistory, Outlet } from "@tanstack/react-router";
import type { ComponentType, ReactElement } from "react";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react/pure";
import { z } from "zod";
import type { Permission } from "#platform/contract/permissions.ts";
import { route } from "#platform/contract/route.ts";
import { provideAccessToken } from "../api/access-token.ts";
import { call } from "../api/api.ts";
import { MeProvider, type ShellUser } from "../session/me.tsx";
import { webModule, type PageDefinition, type WebModule } from "../module.ts";
import { session } from "../session/session.ts";
import { provideShellSources, type StaticItem } from "../shell-sources.ts";
import { App } from "../shell/App.tsx";
import { ErrorNotices } from "../shell/ErrorNotices.tsx";
import { MemberLayout } from "../shell/MemberLayout.tsx";
import { useCurrentPage } from "../shell/pages/current-page.ts";
import { createAppRouter } from "../shell/router.tsx";
import { loadTenantLook } from "../session/tenant-look.ts";
import { FakeApi } from "./fake-api.ts";
import { connect } from "./network.ts";

export const VIEWPORTS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

/** The reader unless the test says otherwise. */
export const READER: ShellUser = {
  id: "0193a000-0000-7000-8000-000000000001",
  username: "erika",
  firstname: "Erika",
  lastname: "Mustermann",
  email: "erika@example.org",
  permissions: [],
  grantablePermissions: [],
  isAdmin: false,
  hasProfilePicture: false,
  version: 1,
};

const getMe = route({
  method: "GET",
  path: "/me",
  access: "loggedIn",
  summary: "",
  answer: z.custom<ShellUser>(),
});

/** So long a test waits for a page that its reader never gets to see. */
const NEVER_RENDERED_MS = 200;

interface RenderOptions {
  /** What the server answers; without one any call fails the test. */
  api?: FakeApi;
  /** The reader's permissions, or the whole reader; null: nobody is logged in. */
  as?: readonly Permission[] | Partial<ShellUser> | null;
  viewport?: keyof typeof VIEWPORTS;
  /** The lists of `useStaticData` by name. */
  lists?: Readonly<Record<string, readonly StaticItem[]>>;
  /** "shell": with top bar, menus and live updates. By default only the page and its notices. */
  frame?: "page" | "shell";
  /** Also shows the pages that the reader goes to; by default only their address is known. */
  follow?: boolean;
}

/** A page that is shown, and what can be asked about it. */
export interface Shown {
  /** Returns where the reader is, with the search: `/groups?q=a`. */
  address(): string;
  /** Returns the values of the address: `{ q: "a", page: "0" }`. */
  search(): Record<string, string>;
  /** Goes back as the browser's button does. */
  back(): void;
}

/**
 * Shows an address of a module inside the real providers: theme and styles, queries, routes,
 * session, notices, questions. The page comes from the module's manifest, with its permission.
 */
export async function renderPage(
  modules: WebModule | readonly WebModule[],
  address: string,
  {
    api = new FakeApi(),
    as = [],
    viewport = "desktop",
    lists = {},
    frame = "page",
    follow = frame === "shell",
  }: RenderOptions = {},
): Promise<Shown> {
  const reader = readerOf(as);
  api.reader = reader;
  connect(api);
  provideAccessToken(() => Promise.resolve(reader === null ? undefined : "a-token"));
  provideSources(api, reader, lists);
  session.set({ kind: reader === null ? "loggedOut" : "loggedIn" });
  const { width, height } = VIEWPORTS[viewport];
  await page.viewport(width, height);
  await loadTenantLook();
  const history = createMemoryHistory({ initialEntries: [address] });
  const given = [modules].flat() as readonly WebModule[];
  const all = follow ? given : withoutOtherPages(given);
  const memberLayout = frame === "shell" ? MemberLayout : PageFrame;
  const router = createAppRouter(all, { history, memberLayout });
  const isRendered = new Promise((resolve) => router.subscribe("onRendered", resolve));
  await render(<App modules={all} router={router} />);
  await Promise.race([isRendered, pause(NEVER_RENDERED_MS)]);
  // What the effects of the page set at once is shown as well.
  await pause(0);
  return {
    address: () => history.location.href,
    search: () => Object.fromEntries(new URLSearchParams(history.location.search)),
    back: () => history.back(),
  };
}

// The clock of a test may stand still; this one goes on.
const { setTimeout: realTimeout } = globalThis;
const pause = (milliseconds: number) =>
  new Promise((resolve) => realTimeout(resolve, milliseconds));

/** The page that is asked for first stays; all others are empty. */
function withoutOtherPages(modules: readonly WebModule[]): WebModule[] {
  let first: PageDefinition | undefined;
  const empty = { default: () => null };
  const onlyFirst = (page: PageDefinition): PageDefinition => ({
    ...page,
    load: () => {
      first ??= page;
      return first === page ? page.load() : Promise.resolve(empty);
    },
  });
  return modules.map((module) => ({ ...module, pages: module.pages.map(onlyFirst) }));
}

interface ComponentOptions extends RenderOptions {
  /** Route and address for components that read values of the path or the search. */
  path?: `/${string}`;
  address?: string;
}

/** Shows a component alone, as if it were a page. */
export function renderComponent(
  element: ReactElement,
  { path = "/component", address = path, ...options }: ComponentOptions = {},
): Promise<Shown> {
  const Component: ComponentType = () => element;
  const load = () => Promise.resolve({ default: Component });
  const module = webModule({ name: "test", pages: [{ path, title: "Test", load }] });
  return renderPage(module, address, options);
}

function PageFrame() {
  // Pages of their own window bring their own main part.
  const isBare = useCurrentPage()?.bare;
  return (
    <MeProvider failed={(error) => <p role="alert">{error.message}</p>}>
      {isBare ? (
        <Outlet />
      ) : (
        <main>
          <ErrorNotices />
          <Outlet />
        </main>
      )}
    </MeProvider>
  );
}

function readerOf(as: RenderOptions["as"]): ShellUser | null {
  if (as === null || as === undefined) return null;
  const { permissions = [], ...rest } = isList(as) ? { permissions: as } : as;
  return { ...READER, permissions, grantablePermissions: permissions, ...rest };
}

function isList(value: unknown): value is readonly Permission[] {
  return Array.isArray(value);
}

function provideSources(
  api: FakeApi,
  reader: ShellUser | null,
  lists: NonNullable<RenderOptions["lists"]>,
): void {
  const noPicture = () =>
    Promise.reject(new Error("the people of component tests have no picture"));
  provideShellSources({
    // Pages that show more of the reader than the shell needs share the shell's query.
    loadMe: (signal) => {
      if (api.knows("GET", "/me")) return call(getMe, { signal });
      return reader === null
        ? Promise.reject(new Error("nobody is logged in"))
        : Promise.resolve(reader);
    },
    loadTenant: () =>
      Promise.resolve({
        name: "demo",
        displayName: "TSV Beispiel",
        accentColor: "#1f6f78",
        timeZone: "Europe/Berlin",
        hasLogo: false,
        logoVersion: null,
      }),
    loadOwnPicture: noPicture,
    loadPictureOf: noPicture,
    loadStaticData: (name) => {
      const list = lists[name];
      if (list === undefined) api.complaints.push(`the test gives no list "${name}"`);
      return Promise.resolve(list ?? []);
    },
  });
}
