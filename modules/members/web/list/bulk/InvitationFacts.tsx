import { Text } from "@mantine/core";
import { AppLink } from "#platform/web/links.tsx";
import { plural } from "#platform/web/format/format.ts";
import type { LoginInvitationPlan } from "../../../contract.ts";
import classes from "./invitation.module.css";
import { invitationTexts } from "./invitation-texts.ts";

type Named = LoginInvitationPlan["leftOut"][number]["people"];

/** How many are invited, and behind each number of others who they are. */
export function InvitationFacts({ plan }: { plan: LoginInvitationPlan }) {
  const { invited, leftOut, shared } = plan;
  return (
    <div>
      <Text fw={600} role="status">
        {invitationTexts.invited(invited)}
      </Text>
      <ul className={classes.facts} aria-label={invitationTexts.others}>
        {leftOut.map(({ reason, count, people }) => (
          <li key={reason}>
            <details>
              <summary>{invitationTexts.leftOut[reason](count)}</summary>
              <People people={people} count={count} />
            </details>
          </li>
        ))}
        {shared.people > 0 && (
          <li>
            <details>
              <summary>{invitationTexts.shared(shared.people, shared.addresses)}</summary>
              <ul>
                {shared.named.map(({ address, people }) => (
                  <li key={address}>
                    {address}: <Names people={people} />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        )}
      </ul>
    </div>
  );
}

function People({ people, count }: { people: Named; count: number }) {
  const more = count - people.length;
  return (
    <p className={classes.people}>
      <Names people={people} />
      {more > 0 && ` und ${plural(more, "weitere Person", "weitere Personen")}`}
    </p>
  );
}

function Names({ people }: { people: Named }) {
  return people.map(({ id, name }, index) => (
    <span key={id}>
      {index > 0 && ", "}
      <AppLink to={`/users/${id}`}>{name}</AppLink>
    </span>
  ));
}
