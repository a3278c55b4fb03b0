import { useMe } from "#platform/web/session/me.tsx";
import { phoneBarOf, useModules } from "#platform/web/modules.tsx";
import { AppLink } from "#platform/web/links.tsx";
import classes from "./BottomBar.module.css";
import { useIsCurrent } from "./current-entry.ts";

/** The most used places within the thumb's reach; phones only. */
export function BottomBar() {
  const items = phoneBarOf(useModules(), useMe());
  const isCurrent = useIsCurrent();
  return (
    <nav aria-label="Schnellzugriff" className={classes.bar} data-no-print>
      {items.map(({ label, to = "/", icon: Icon, Badge }) => (
        <AppLink
          key={label}
          to={to}
          underline="never"
          className={classes.link ?? ""}
          aria-current={isCurrent(to) ? "page" : undefined}
        >
          <span className={classes.icon}>
            {Icon && <Icon size={21} aria-hidden />}
            {Badge && (
              <span className={classes.badge}>
                <Badge />
              </span>
            )}
          </span>
          {label}
        </AppLink>
      ))}
    </nav>
  );
}
