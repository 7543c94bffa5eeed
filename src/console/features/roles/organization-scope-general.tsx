import type { ReactNode } from 'react';
import { Facts } from '../../parts/record/Facts.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { When } from '../../parts/marks.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { useWords } from '../../words/index.ts';
import { useOrganizationScope } from './organization-scope.ts';

/** A scope of organizations, and the organization roles that grant it. */
export function OrganizationScopeGeneral(): ReactNode {
  const words = useWords();
  const { createdAt, updatedAt, organizationRoles } = useOrganizationScope();
  return (
    <>
      <div className="card padded">
        <Facts
          facts={[
            [words.record.created, <When key="created" at={createdAt} />],
            [words.record.updated, <When key="updated" at={updatedAt} />],
          ]}
        />
      </div>
      <Section
        title={words.navigation.organizationRoles}
        empty={organizationRoles?.length === 0 && words.organizationScopes.noRoles}
      >
        {organizationRoles?.map((role) => (
          <li key={role.id}>
            <Who id={role.id} label={role.displayName} />
          </li>
        ))}
      </Section>
    </>
  );
}
