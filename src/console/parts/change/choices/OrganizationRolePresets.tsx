import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../../data/graphql.ts';
import { useMay } from '../../../data/viewer.ts';
import { useWords } from '../../../words/index.ts';
import type { BeginningProps } from './beginning-props.ts';
import { Choices } from './Choices.tsx';

const PermissionsDocument = graphql(`
  query OrganizationPermissions {
    apiResources(first: 1, filter: { isBuiltIn: true }) { nodes { id scopes(first: 100) { nodes { id name } } } }
  }
`);

/** Permissions of the Management API with which a member administers their organization. */
const administering = [
  'organizations:read',
  'organizations:write',
  'users:read',
  'applications:read',
  'organization-roles:read',
  'events:read',
];

/** A role for administrators of their organization, or an empty one. */
export default function OrganizationRolePresets({ begin }: BeginningProps): ReactNode {
  const words = useWords();
  const { rolePresets: presets, organizationAdministrator: administrator } = words.change;
  const [{ data }] = useQuery({ query: PermissionsDocument, pause: !useMay()('resources:read') });
  const scopes = data?.apiResources?.nodes.flatMap((resource) => resource.scopes?.nodes ?? []) ?? [];
  const scopeIds = scopes.filter(({ name }) => administering.includes(name)).map(({ id }) => id);
  const preset = {
    key: 'administrator',
    title: administrator.title,
    text: administrator.text,
    note: presets.scopes(scopeIds.length),
    choose: () => begin({ name: administrator.title, scopeIds }),
  };
  return (
    <Choices
      label={words.common.newOrganizationRole}
      choices={[
        ...(scopeIds.length > 0 ? [preset] : []),
        { key: 'none', ...presets.none, choose: () => begin({ scopeIds: [] }) },
      ]}
    />
  );
}
