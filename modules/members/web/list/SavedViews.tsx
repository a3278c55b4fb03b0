import { Button, Checkbox, Group, Menu, Modal, Stack, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, Check, Plus, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import { ApiError, call } from "#platform/web/api/api.ts";
import { stringifySearch, useGo } from "#platform/web/navigation.tsx";
import { Form } from "#platform/web/ui/form/Form.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract, type userView } from "../../contract.ts";
import { viewsQuery } from "../queries.ts";
import { texts } from "../texts.ts";

type View = z.infer<typeof userView>;

export interface SavedViewsProps {
  activeId: string;
  /** State and columns of the list as they are now. */
  parameters: Record<string, string>;
  columns: readonly string[];
}

/**
 * The menu of saved views: choose one, save the present list as one, change or delete the active
 * one.
 */
export function SavedViews({ activeId, parameters, columns }: SavedViewsProps) {
  const views = useQuery(viewsQuery).data ?? [];
  const queryClient = useQueryClient();
  const go = useGo();
  const [naming, setNaming] = useState(false);
  const active = views.find((view) => view.id === activeId);
  const refresh = () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
  const open = (view: View) => go(addressOfView(view));

  const update = async (view: View) => {
    const body = {
      name: view.name,
      shared: view.shared,
      parameters,
      columns: [...columns],
      version: view.version,
    };
    await call(usersContract.updateView, { params: { id: view.id }, body }).finally(refresh);
    showDone(texts.views.saved(view.name));
  };
  const remove = async (view: View) => {
    await call(usersContract.deleteView, { params: { id: view.id } });
    await refresh();
    showUndo(texts.views.removed(view.name), async () => {
      const { name, shared, parameters: old, columns: oldColumns } = view;
      await call(usersContract.createView, {
        body: { name, shared, parameters: old, columns: oldColumns },
      });
      await refresh();
    });
  };
  const sections = [
    { label: texts.views.own, views: views.filter((view) => !view.shared) },
    { label: texts.views.shared, views: views.filter((view) => view.shared) },
  ];

  return (
    <>
      <Menu position="bottom-start" width={300}>
        <Menu.Target>
          <Button variant="default" size="sm" leftSection={<Bookmark size={15} aria-hidden />}>
            {active?.name ?? texts.views.button}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {active && <Menu.Item onClick={() => go("/users")}>{texts.views.all}</Menu.Item>}
          {views.length === 0 && <Menu.Label>{texts.views.none}</Menu.Label>}
          {sections
            .filter((section) => section.views.length > 0)
            .map((section) => (
              <div key={section.label}>
                <Menu.Label>{section.label}</Menu.Label>
                {section.views.map((view) => (
                  <Menu.Item
                    key={view.id}
                    onClick={() => open(view)}
                    rightSection={view.id === activeId && <Check size={15} aria-label="gewählt" />}
                  >
                    {view.name}
                  </Menu.Item>
                ))}
              </div>
            ))}
          <Menu.Divider />
          <Menu.Item leftSection={<Plus size={15} aria-hidden />} onClick={() => setNaming(true)}>
            {texts.views.saveNew}
          </Menu.Item>
          {active?.can.includes("EDIT") && (
            <Menu.Item
              leftSection={<RefreshCw size={15} aria-hidden />}
              onClick={() => void update(active)}
            >
              {texts.views.update(active.name)}
            </Menu.Item>
          )}
          {active?.can.includes("DELETE") && (
            <Menu.Item
              leftSection={<Trash2 size={15} aria-hidden />}
              onClick={() => void remove(active)}
            >
              {texts.views.remove(active.name)}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={naming} onClose={() => setNaming(false)} title={texts.views.saveNew}>
        <NewView
          parameters={parameters}
          columns={columns}
          onSaved={(view) => {
            setNaming(false);
            void refresh();
            showDone(texts.views.saved(view.name));
            open(view);
          }}
        />
      </Modal>
    </>
  );
}

function addressOfView(view: View): string {
  const columns = view.columns.length > 0 ? { columns: view.columns.join(",") } : {};
  return `/users${stringifySearch({ ...view.parameters, ...columns, view: view.id })}`;
}

interface NewViewProps {
  parameters: Record<string, string>;
  columns: readonly string[];
  onSaved: (view: View) => void;
}

function NewView({ parameters, columns, onSaved }: NewViewProps) {
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (name.trim() === "") return setError(texts.views.nameMissing);
    setSaving(true);
    try {
      onSaved(
        await call(usersContract.createView, {
          body: { name, shared, parameters, columns: [...columns] },
          inForm: true,
        }),
      );
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.fieldErrors[0]?.message ?? failure.message);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Form onSubmit={() => void save()}>
      <Stack gap="md">
        <TextInput
          label={texts.views.name}
          description={texts.views.nameHelp}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={error}
          maxLength={100}
          data-autofocus
        />
        <Checkbox
          label={texts.views.share}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={saving}>
            {texts.views.save}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
