import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  /** Nothing if they may not be read. */
  roles: readonly { id: string; displayName: string }[] | null | undefined;
}

/** The organization roles that people get on joining. */
export const JoiningRoles = ({ roles }: Props): ReactNode =>
  roles?.map((role) => (
    <Link key={role.id} to={`/organization-roles/${role.id}`} className="chip">
      {role.displayName}
    </Link>
  ));
