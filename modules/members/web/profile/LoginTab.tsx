import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { KeyRound, LockKeyhole, LockKeyholeOpen, Send } from "lucide-react";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { Facts } from "#platform/web/ui/Facts.tsx";
import { Form } from "#platform/web/ui/form/Form.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract, type User } from "../../contract.ts";
import classes from "../members.module.css";
import { membersChanged } from "../queries.ts";
import { texts } from "../texts.ts";
import { PermissionsCard } from "./PermissionsCard.tsx";

/** Login state with invite, lock and reset, and the member's rights. */
export function LoginTab({ user }: { user: User }) {
  return (
    <div className={classes.sections}>
      <Card title={texts.login.title}>
        <Stack gap="md">
          <Text>{texts.login.states[user.loginState]}</Text>
          {user.username && (
            <Facts
              label={texts.login.title}
              facts={[{ label: texts.login.username, value: user.username }]}
            />
          )}
          {user.can.includes("EDIT") ? (
            <LoginActions user={user} />
          ) : (
            <Text c="dimmed">{texts.login.onlyRead}</Text>
          )}
        </Stack>
      </Card>
      <PermissionsCard key={user.id} user={user} />
    </div>
  );
}

function LoginActions({ user }: { user: User }) {
  const params = { id: user.id };
  const reset = async () => {
    await call(usersContract.resetUserPassword, { params });
    showDone(texts.login.resetDone(user.email ?? ""));
  };
  const enable = async () => {
    await call(usersContract.enableLogin, { params });
    await membersChanged();
    showDone(texts.login.enabled);
  };
  const disable = async () => {
    await call(usersContract.disableLogin, { params });
    await membersChanged();
    showUndo(texts.login.disabled, enable);
  };
  return (
    <>
      {user.can.includes("INVITE") &&
        (user.email ? (
          <Invite user={user} email={user.email} />
        ) : (
          <Text c="dimmed">{texts.login.inviteNoMail}</Text>
        ))}
      <Group gap="sm">
        {user.can.includes("RESET_PASSWORD") && user.email && (
          <Button
            variant="default"
            leftSection={<KeyRound size={16} aria-hidden />}
            onClick={() => void reset()}
          >
            {texts.login.reset}
          </Button>
        )}
        {user.can.includes("ENABLE_LOGIN") && (
          <Button
            variant="default"
            leftSection={<LockKeyholeOpen size={16} aria-hidden />}
            onClick={() => void enable()}
          >
            {texts.login.enable}
          </Button>
        )}
        {user.can.includes("DISABLE_LOGIN") && (
          <Button
            variant="default"
            leftSection={<LockKeyhole size={16} aria-hidden />}
            onClick={() => void disable()}
          >
            {texts.login.disable}
          </Button>
        )}
      </Group>
    </>
  );
}

function Invite({ user, email }: { user: User; email: string }) {
  const [username, setUsername] = useState(user.username ?? "");
  const [error, setError] = useState<string>();
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    setError(undefined);
    try {
      const body = username.trim() === "" ? undefined : { username: username.trim() };
      await call(usersContract.inviteLogin, {
        params: { id: user.id },
        ...(body ? { body } : {}),
        inForm: true,
      });
      await membersChanged();
      showDone(texts.login.invited(email));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.fieldErrors[0]?.message ?? failure.message);
    } finally {
      setSending(false);
    }
  };
  return (
    <Form onSubmit={() => void send()}>
      <Stack gap="sm" maw="30rem">
        <Text c="dimmed" size="sm">
          {texts.login.inviteHelp}
        </Text>
        <TextInput
          label={texts.login.username}
          description={texts.login.usernameHelp}
          placeholder={email}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          error={error}
          autoComplete="off"
          maxLength={254}
        />
        <div>
          <Button type="submit" loading={sending} leftSection={<Send size={16} aria-hidden />}>
            {user.loginState === "INVITED" ? texts.login.inviteAgain : texts.login.invite}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
