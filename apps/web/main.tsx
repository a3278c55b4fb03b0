import type { dashboardContract, Overview } from "#modules/dashboard/contract.ts";
import { bareRoute } from "#platform/web/api/bare-route.ts";
import { send } from "#platform/web/api/request.ts";
import { beginOverview } from "#platform/web/first-overview.ts";
import { startSession, whenLoggedIn } from "#platform/web/session/session.ts";

const getOverview = bareRoute<typeof dashboardContract.getOverview>({
  method: "GET",
  path: "/overview",
  access: "loggedIn",
});

const element = document.getElementById("root");
if (!element) throw new Error("index.html has no #root");

// On a bad line the application takes as long to come as the provider and the server take to
// answer: both begin at once.
if (window.location.pathname === "/") {
  beginOverview(() => whenLoggedIn().then(() => send(getOverview, {}) as Promise<Overview>));
  import("#modules/dashboard/web/DashboardPage.tsx").catch(() => undefined);
}
void startSession();
import("./application.tsx").then(
  ({ showApplication }) => showApplication(element),
  () => {
    element.textContent =
      "Die Seite konnte nicht ganz geladen werden. Bitte laden Sie sie noch einmal.";
  },
);
