import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IdentityLink } from '../identity/Identity.tsx';

export interface SourceRecord {
  id: string;
  displayName: string;
}

export interface Source {
  role?: SourceRecord | null | undefined;
  organizationRole?: SourceRecord | null | undefined;
  organization?: SourceRecord | null | undefined;
}

/** The roles that grant a scope, and the organizations in which they do. */
export function Sources({ sources }: { sources: readonly Source[] }): ReactNode {
  return sources.map(({ role, organizationRole, organization }, index) => (
    <span key={`${role?.id ?? organizationRole?.id ?? ''} ${organization?.id ?? ''}`}>
      {index > 0 ? ' · ' : ''}
      {role ? <Link to={`/roles/${role.id}`}>{role.displayName}</Link> : null}
      {organizationRole ? (
        <Link to={`/organization-roles/${organizationRole.id}`}>{organizationRole.displayName}</Link>
      ) : null}
      {organization ? (
        <>
          {' @ '}
          <IdentityLink record={organization} />
        </>
      ) : null}
    </span>
  ));
}
