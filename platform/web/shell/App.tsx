import { MantineProvider } from "@mantine/core";
import "#platform/web/ui/theme/mantine.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider, type AnyRouter } from "@tanstack/react-router";
import { useSelector } from "@tanstack/react-store";
import { useMemo } from "react";
import { darkModeManager } from "#platform/web/color-scheme.ts";
import type { WebModule } from "#platform/web/module.ts";
import { ModulesContext } from "#platform/web/modules.tsx";
import { queryClient } from "#platform/web/api/query-client.ts";
import { isPublicPath, session } from "#platform/web/session/session.ts";
import { tenantLook } from "#platform/web/session/tenant-look.ts";
import { ConfirmHost } from "#platform/web/ui/notices/confirm.tsx";
import { ToastHost } from "#platform/web/ui/notices/ToastHost.tsx";
import { accentVariables, themeOf } from "#platform/web/ui/theme/theme.ts";
import { LoginFailedPage, UnknownTenantPage } from "./pages/UnauthenticatedPages.tsx";
import { createAppRouter } from "./router.tsx";

const schemeManager = darkModeManager();

interface AppProps {
  modules: readonly WebModule[];
  /** Other than one that follows the browser's address; must stay the same. */
  router?: AnyRouter;
}

/** Providers, and the choice between the pages, a failed login and an unknown club. */
export function App({ modules, router }: AppProps) {
  const look = useSelector(tenantLook);
  const accent = look.kind === "known" ? look.look.accentColor : undefined;
  const theme = useMemo(() => themeOf(accent), [accent]);
  const variables = useMemo(() => accentVariables(accent), [accent]);
  const isUnknown = look.kind === "unknown";
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <ModulesContext value={modules}>
          {isUnknown ? <UnknownTenantPage /> : <Pages modules={modules} router={router} />}
        </ModulesContext>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Pages({ modules, router: given }: AppProps) {
  const state = useSelector(session);
  const router = useMemo(() => given ?? createAppRouter(modules), [given, modules]);
  if (state.kind === "failed")
    return <LoginFailedPage error={state.error} description={state.description} />;
  // On the way to the login page there is nothing to show; public pages wait for no reader.
  if (state.kind !== "loggedIn" && !isPublicPath(router.history.location.pathname)) return null;
  return (
    <>
      <RouterProvider router={router} />
      <ConfirmHost />
      <ToastHost />
    </>
  );
}
