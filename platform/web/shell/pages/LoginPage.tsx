import { useEffect } from "react";
import { useGo } from "#platform/web/links.tsx";

/**
 * Who arrives here has logged in on the way, as on every page; so it only leads on to the overview.
 */
export default function LoginPage() {
  const go = useGo();
  useEffect(() => go("/", { replace: true }), [go]);
  return null;
}
