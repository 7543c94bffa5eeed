import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useOpenChange } from '../../data/use-address.ts';
import { useMay } from '../../data/viewer.ts';
import { Fault } from '../../parts/Fault.tsx';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { Sources } from '../../parts/access/Sources.tsx';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { useWords } from '../../words/index.ts';
import { useUser } from './user.ts';

const AccessDocument = graphql(`
  query UserAccess($id: ID!, $resources: Boolean!, $organizations: Boolean!, $organizationRoles: Boolean!) {
    user(id: $id) {
      id
      roles { id displayName }
      effectiveScopes @include(if: $resources) {
        apiResource { id displayName indicator }
        scopes {
          name
          through {
            role { id displayName }
            organizationRole @include(if: $organizationRoles) { id displayName }
            organization @include(if: $organizations) { id displayName }
          }
        }
      }
    }
  }
`);

/** The roles of a user, and the scopes that they hold through them at each API resource. */
export function UserAccess(): ReactNode {
  const { id } = useUser();
  const words = useWords();
  const may = useMay();
  const openChange = useOpenChange();
  const variables = {
    id,
    resources: may('resources:read'),
    organizations: may('organizations:read'),
    organizationRoles: may('organization-roles:read'),
  };
  const [{ data, error }, again] = useQuery({ query: AccessDocument, variables });
  if (!data?.user) return error ? <Fault error={error} again={again} /> : null;
  const { roles, effectiveScopes } = data.user;
  return (
    <>
      <section className="card padded stack tight">
        <div className="row">
          <h2 className="grow">{words.common.roles}</h2>
          <ChangeButton operation="assignUserRoles" input={{ userId: id }}>
            {words.common.assignRoles}
          </ChangeButton>
          <LinkButton to="/explain" search={{ user: id }}>
            {words.users.explain}
          </LinkButton>
        </div>
        {roles?.length === 0 ? <p className="soft">{words.users.noRoles}</p> : null}
        <ul className="plain-list row">
          {roles?.map((role) => (
            <li key={role.id} className="chip">
              <Link to={`/roles/${role.id}`}>{role.displayName}</Link>
              <button
                type="button"
                className="chip-remove"
                aria-label={words.picker.remove(role.displayName)}
                onClick={() => openChange('removeUserRole', { userId: id, roleId: role.id })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      </section>
      <Scopes effectiveScopes={effectiveScopes ?? null} />
    </>
  );
}

type EffectiveScopes = NonNullable<ResultOf<typeof AccessDocument>['user']>['effectiveScopes'];

/** The scopes that the person holds at each API resource, the most that an exchange grants, and through which roles. */
function Scopes({ effectiveScopes }: { effectiveScopes: EffectiveScopes | null }): ReactNode {
  const words = useWords();
  if (!effectiveScopes) return null;
  return (
    <section className="card padded stack tight">
      <h2>{words.users.holds}</h2>
      <p className="soft">{effectiveScopes.length === 0 ? words.users.holdsNothing : words.users.grantsAtMost}</p>
      {effectiveScopes.map(({ apiResource, scopes }) => (
        <div key={apiResource?.id ?? ''}>
          <h3 className="scope-head">{apiResource ? <IdentityLink record={apiResource} /> : null}</h3>
          {scopes.map(({ name, through }) => (
            <div key={name} className="scope-row flush">
              <span className="good" aria-hidden="true">
                ✓
              </span>
              <code>{name}</code>
              <span>
                {words.users.through} <Sources sources={through} />
              </span>
            </div>
          ))}
        </div>
      ))}
    </section>
  );
}
