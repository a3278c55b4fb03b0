import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";

interface ListTab<T extends string> {
  key: T;
  label: string;
  panel: ReactNode;
}

interface ListTabsProps<T extends string> {
  tab: T;
  onTab: (tab: T) => void;
  tabs: readonly [ListTab<T>, ...ListTab<T>[]];
}

/**
 * Definitions, their runs and the mappings they use: the lists of one page, each with its own
 * address.
 */
export function ListTabs<T extends string>({ tab, onTab, tabs }: ListTabsProps<T>) {
  return (
    <Tabs
      value={tab}
      onChange={(key) => onTab((tabs.find((one) => one.key === key) ?? tabs[0]).key)}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {tabs.map(({ key, label }) => (
          <Tabs.Tab key={key} value={key}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key, panel }) => (
        <Tabs.Panel key={key} value={key}>
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
