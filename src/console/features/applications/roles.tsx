import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';

const RolesDocument = graphql(`
  query ApplicationRoles($id: ID!) {
    application(id: $id) { id roles { id displayName description } }
  }
`);

/** The roles of an application as a machine: what it gets with its own credentials. */
export function ApplicationRoles(): ReactNode {
  const { id } = useApplication();
  const words = useWords();
  const [{ data, error }, again] = useQuery({ query: RolesDocument, variables: { id } });
  if (!data?.application) return error ? <Fault error={error} again={again} /> : null;
  const { roles } = data.application;
  const assign = (
    <ChangeButton operation="assignApplicationRoles" input={{ applicationId: id }}>
      {words.common.assignRoles}
    </ChangeButton>
  );
  return (
    <Section title={words.common.roles} action={assign} empty={roles?.length === 0 && words.applications.noRoles}>
      {roles?.map((role) => (
        <li key={role.id} className="row">
          <span className="grow">
            <Link to={`/roles/${role.id}`}>{role.displayName}</Link> <span className="soft">{role.description}</span>
          </span>
          <ChangeButton
            operation="removeApplicationRole"
            input={{ applicationId: id, roleId: role.id }}
            of={role.displayName}
          >
            {words.common.remove}…
          </ChangeButton>
        </li>
      ))}
    </Section>
  );
}
