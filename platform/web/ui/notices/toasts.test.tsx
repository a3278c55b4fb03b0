import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "../../testing.ts";
import { BottomBar } from "../../shell/menu/BottomBar.tsx";
import { ToastHost } from "./ToastHost.tsx";
import { showDone } from "./toasts.tsx";

test.each([390, 320])(
  "at %i px a notice is as wide as the screen, above the bar",
  async (width) => {
    await renderComponent(
      <>
        <ToastHost />
        <BottomBar />
      </>,
      { as: [], viewport: "phone" },
    );
    await page.viewport(width, 700);
    showDone("Das Mitglied ist gespeichert.");
    const notice = page.getByRole("status").filter({ hasText: "gespeichert" }).last();
    await expect.element(notice).toBeVisible();
    const bar = page.getByRole("navigation", { name: "Schnellzugriff" });
    const top = () => bar.element().getBoundingClientRect().top;
    await expect.poll(() => notice.element().getBoundingClientRect().width).toBe(width - 16);
    await expect.poll(() => top() - notice.element().getBoundingClientRect().bottom).toBe(8);
    const above = document.elementFromPoint(width / 2, 300);
    expect(above?.closest(".mantine-Notifications-root")).toBe(null);
  },
);
