/**
 * How a module adds itself to the browser side.
 *
 * A module's manifest is `modules/<name>/web/module.tsx`, named in `apps/web/modules.ts`:
 *
 *     export default webModule({
 *       name: "groups",
 *       pages: [
 *         { path: "/groups", title: "Gruppen Übersicht", permission: "QUERY_GROUP",
 *           load: () => import("./GroupListPage.tsx") },
 *         { path: "/groups/$groupId", title: "Gruppe", permission: "QUERY_GROUP",
 *           crumbs: [{ label: "Gruppen", to: "/groups" }], load: () => import("./GroupPage.tsx") },
 *       ],
 *       menu: [{ under: "/users", order: 10, label: "Gruppen", to: "/groups",
 *         roles: ["QUERY_GROUP"] }],
 *     });
 *
 * A page is the default export of its own file, so that it loads on demand. Keep manifests light:
 * they are part of the first page, so they import nothing but `webModule`, icons and types;
 * everything else behind `load`.
 *
 * What pages use (each from its own file, there is no index):
 * - Calls: `call(route, {...})` from `#platform/web/api/api.ts`, within `useQuery`/`useMutation` of
 * @tanstack/react-query. Query keys begin with the live kind they depend on (`["user", "search",
 * filter]`); an update of that kind refetches.
 * - Navigation: `AppLink`, `useGo`, `usePathParams` and `useSearchState(schema)` (typed, validated
 * state of a list in the URL) from `#platform/web/navigation.tsx`; `usePageTitle("Name des
 * Datensatzes")` from `#platform/web/page-title.ts`.
 * - The reader: `useMe()`, `useCan("MANAGE_USER")` from `#platform/web/session/me.tsx`: for calls
 * that no record stands for. What may be done with a record says its `can`.
 * - Lists: `DataTable`, `FilterBar` · Records: `PageHeader`, `Facts` · Forms: `useRecordForm`,
 * `RecordForm`, `DateField` · Small things: `EmptyState`, `ConfirmDialog` (`askToConfirm`),
 * `showUndo`, `showDone`, `SidePanel`, `GroupLabel`, `ProfilePicture`, all below
 * `#platform/web/ui/`. Texts of dates and numbers: `#platform/web/format/format.ts`.
 * - Everything else is plain Mantine 9 (`@mantine/core`).
 */
import type { ComponentType, ReactNode } from "react";
import type { Permission } from "#platform/contract/permissions.ts";

/** A step of the breadcrumb bar between the home link and the page itself. */
export interface Crumb {
  label: string;
  to: string;
}

/** A page and its address. */
export interface PageDefinition {
  /**
   * TanStack Router's notation: `/groups/$groupId`, optional `/messaging/{-$messageId}`, rest
   * `/file-shares/$shareId/$`.
   */
  path: `/${string}`;
  /** Route title: first part of the document title and last breadcrumb. */
  title: string;
  /** Loads the page's file; the page is its default export. */
  load: () => Promise<{ default: ComponentType }>;
  /**
   * One of these is needed; without it the page says so instead of loading. The server decides in
   * any case.
   */
  permission?: Permission | readonly Permission[];
  /** Steps between the home link and this page. */
  crumbs?: readonly Crumb[];
  /** Calendar, tables and galleries may use the whole width; other pages end at 1440 px. */
  wide?: boolean;
  /** Shown without side menu and top bar. */
  bare?: boolean;
  /** Reached by its address only; the search box does not offer it. */
  hidden?: boolean;
}

/** An entry of a menu, as the specification lists its fields. */
export interface MenuItem {
  label: string;
  icon?: ComponentType<{ size?: number | string; "aria-hidden"?: boolean }>;
  /** Route inside the application. */
  to?: string;
  /** Address outside of it. */
  href?: string;
  target?: "_blank" | "_self";
  color?: string;
  /** Shown when the reader holds at least one of these; without roles to every logged-in reader. */
  roles?: readonly Permission[];
  menu?: readonly MenuItem[];
  isLogout?: boolean;
  isToggleLightDark?: boolean;
  /** A live number beside the label (unread messages). */
  Badge?: ComponentType;
}

/** A module's entry in the side menu. */
export interface MenuContribution extends MenuItem {
  /** Ascending from top to bottom. */
  order: number;
  /** `to` of the entry whose submenu it belongs to. */
  under?: string;
  /** Also one of the five places of the phone's bottom bar. */
  onPhoneBar?: boolean;
}

/** A piece of a text; `hit` is what was searched for. */
export interface SearchPiece {
  text: string;
  hit: boolean;
}

/** One result of the search box. */
export interface SearchHit {
  id: string;
  title: readonly SearchPiece[];
  subtitle?: readonly SearchPiece[];
  /** The part of a text around the hit inside. */
  excerpt?: readonly SearchPiece[];
  icon?: ComponentType<{ size?: number | string; "aria-hidden"?: boolean }>;
  /** Address inside the application. */
  to: string;
}

export interface SearchHitGroup {
  /** German heading. */
  label: string;
  hits: readonly SearchHit[];
  /** Leads to a list with all hits. */
  more?: { label: string; to: string };
}

/** Finds records for the search box; pages of the application are found by the box itself. */
export type SearchSource = (
  text: string,
  signal: AbortSignal,
) => Promise<readonly SearchHitGroup[]>;

export type DashboardSectionName = "invitations" | "events" | "messages" | "files";

/** What fills a section of the dashboard; loaded with the dashboard itself. */
export interface DashboardContent<T = unknown> {
  queryKey: readonly unknown[];
  load: (signal: AbortSignal) => Promise<readonly T[]>;
  /** Called with at least one item. */
  render: (items: readonly T[]) => ReactNode;
}

/** Keeps the item type inside and fits into the manifest. */
export function dashboardContent<T>(content: DashboardContent<T>): DashboardContent {
  return content as DashboardContent;
}

/** A module's manifest for the browser. */
export interface WebModule {
  name: string;
  pages: readonly PageDefinition[];
  menu?: readonly MenuContribution[];
  /** Entries of the menu behind the reader's picture, above Abmelden. */
  accountMenu?: readonly MenuContribution[];
  /** Only the module that asks the server for everything has one. */
  searchSource?: SearchSource;
  dashboard?: Partial<Record<DashboardSectionName, () => Promise<{ default: DashboardContent }>>>;
  /** The changes of one member, for a tab of their profile; the module of the history has it. */
  memberHistory?: (userId: string) => ReactNode;
  /** The changes of the reader's own data, for Mein Profil; the module of the history has it. */
  ownHistory?: () => ReactNode;
}

export function webModule(module: WebModule): WebModule {
  return module;
}
