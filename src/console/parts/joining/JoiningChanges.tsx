import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import { ChangeButton } from '../ChangeButton.tsx';

interface Props {
  organizationId: string;
  identityProviderId: string;
  /** The roles that people get; nothing if they may not be read, and so not be kept in a change. */
  roles: readonly { id: string }[] | null | undefined;
  /** The name of the record in the row. */
  of: string;
}

/** Buttons that give people of an identity provider other roles in an organization, or let them no longer join it. */
export function JoiningChanges({ organizationId, identityProviderId, roles, of }: Props): ReactNode {
  const { membership, common } = useWords();
  const input = { organizationId, identityProviderId };
  return (
    <>
      {roles ? (
        <ChangeButton
          operation="setIdentityProviderOrganization"
          input={{ ...input, organizationRoleIds: roles.map(({ id }) => id) }}
          of={of}
        >
          {membership.changeRoles}…
        </ChangeButton>
      ) : null}
      <ChangeButton operation="removeIdentityProviderOrganization" input={input} of={of}>
        {common.remove}…
      </ChangeButton>
    </>
  );
}
