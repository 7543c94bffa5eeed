import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useOpenChange } from '../../data/use-address.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Section } from '../../parts/Section.tsx';
import { useWords } from '../../words/index.ts';

const RolesDocument = graphql(`
  query ApplicationRoles($id: ID!) {
    application(id: $id) { id roles { id displayName description } }
  }
`);

/** The roles of an application as a machine: what it gets with its own credentials. */
export function RolesOf({ id }: { id: string }): ReactNode {
  const words = useWords();
  const openChange = useOpenChange();
  const [{ data, error }, again] = useQuery({ query: RolesDocument, variables: { id } });
  if (!data?.application) return error ? <Fault error={error} again={again} /> : null;
  const { roles } = data.application;
  const assign = (
    <Button variant="default" onClick={() => openChange('assignApplicationRoles', { applicationId: id })}>
      {words.users.assignRoles}
    </Button>
  );
  return (
    <Section title={words.users.roles} action={assign} empty={roles?.length === 0 && words.applications.noRoles}>
      {roles?.map((role) => (
        <li key={role.id} className="row">
          <span className="grow">
            <Link to={`/roles/${role.id}`}>{role.displayName}</Link> <span className="soft">{role.description}</span>
          </span>
          <Button
            variant="default"
            onClick={() => openChange('removeApplicationRole', { applicationId: id, roleId: role.id })}
          >
            {words.applications.remove}…
          </Button>
        </li>
      ))}
    </Section>
  );
}
