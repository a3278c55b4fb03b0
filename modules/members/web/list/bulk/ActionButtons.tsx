import { Button, Menu } from "@mantine/core";
import { ChevronDown } from "lucide-react";
import type { ComponentType } from "react";
import { useIsPhone } from "#platform/web/screen.ts";
import { texts } from "../../texts.ts";

interface Choice {
  label: string;
  run: () => void;
}

/** Something to be done with the selection: at once, or after a choice. */
export type Action = {
  label: string;
  Icon: ComponentType<{ size: number; "aria-hidden": boolean }>;
} & ({ run: () => void } | { choices: Choice[] });

/**
 * Actions as buttons in a row; phones get one button with a menu, so that the list stays in sight.
 */
export function ActionButtons({ actions }: { actions: readonly Action[] }) {
  const isPhone = useIsPhone();
  if (isPhone) return <ActionMenu actions={actions} />;
  return actions.map(({ label, Icon, ...action }) => {
    const icon = <Icon size={15} aria-hidden />;
    if ("run" in action) {
      return (
        <Button key={label} size="xs" variant="default" leftSection={icon} onClick={action.run}>
          {label}
        </Button>
      );
    }
    return (
      <Menu key={label}>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={icon}
            rightSection={<ChevronDown size={14} aria-hidden />}
          >
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {action.choices.map((choice) => (
            <Menu.Item key={choice.label} onClick={choice.run}>
              {choice.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    );
  });
}

function ActionMenu({ actions }: { actions: readonly Action[] }) {
  const items = actions.flatMap(({ label, Icon, ...action }) =>
    "run" in action
      ? [{ label, Icon, run: action.run }]
      : action.choices.map((choice) => ({ ...choice, Icon })),
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="sm" rightSection={<ChevronDown size={15} aria-hidden />}>
          {texts.bulk.actions}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, Icon, run }) => (
          <Menu.Item key={label} leftSection={<Icon size={16} aria-hidden />} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
