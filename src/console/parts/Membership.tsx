import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from '../words/index.ts';
import { changesOf } from './ChangeButton.tsx';
import { IdentityLink } from './Identity.tsx';
import { When } from './marks.tsx';
import type { Named } from './Sources.tsx';

interface Props {
  /** The record that is joined: the list shows those of the other side. */
  record: Named;
  /** Undefined if they may not be read. */
  roles?: readonly Named[] | null | undefined;
  joinedAt: string;
  /** The membership, as the mutations name it. */
  input: { organizationId: string } & ({ userId: string } | { applicationId: string });
}

/** A membership in an organization, as an item of a list: its other side, its roles, and what changes it. */
export function Membership({ record, roles, joinedAt, input }: Props): ReactNode {
  const words = useWords();
  const button = changesOf(input);
  const kind = 'userId' in input ? 'Member' : 'Application';
  // Without a role, the dialog does not propose none.
  const fields = roles?.length ? { organizationRoleIds: roles.map(({ id }) => id) } : {};
  return (
    <li className="row">
      <span className="grow row tight">
        <IdentityLink record={record} />
        {roles?.map((role) => (
          <Link key={role.id} to={`/organization-roles/${role.id}`} className="chip">
            {role.displayName}
          </Link>
        ))}
        <span className="soft">
          {words.membership.joined} <When at={joinedAt} />
        </span>
      </span>
      <span className="row">
        {button(words.common.roles, `setOrganization${kind}Roles`, fields)}
        {button(words.common.remove, `removeOrganization${kind}`)}
      </span>
    </li>
  );
}
