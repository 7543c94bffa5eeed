import { createContext, useContext } from 'react';
import { settings } from '../session/settings.ts';
import { graphql, type ResultOf } from './graphql.ts';

export const ViewerDocument = graphql(`
  query Viewer {
    viewer {
      id
      kind
      permissions
      obtainablePermissions
      user { id displayName email }
      organizations { organizationId permissions organization { id name } }
    }
    platform { environment version issuer retention { events } }
  }
`);

type Answer = ResultOf<typeof ViewerDocument>;

/** Who uses the console, and what they may do. */
export interface Viewer {
  id: string;
  name: string;
  permissions: ReadonlySet<string>;
  organizations: readonly { id: string; name: string; permissions: ReadonlySet<string> }[];
  environment: string | null;
  version: string;
}

export function viewerOf({ viewer, platform }: Answer): Viewer {
  return {
    id: viewer?.id ?? '',
    name: viewer?.user?.displayName ?? viewer?.user?.email ?? viewer?.id ?? '',
    // The token of the page only reads; one that may write is obtained at the first change.
    permissions: namesOf([...(viewer?.permissions ?? []), ...(viewer?.obtainablePermissions ?? [])]),
    organizations: (viewer?.organizations ?? []).map(({ organizationId, permissions, organization }) => ({
      id: organizationId,
      name: organization?.name ?? organizationId,
      permissions: namesOf(permissions),
    })),
    environment: platform?.environment ?? null,
    version: platform?.version ?? '',
  };
}

/** The names of permissions, such as `users:read`, from their values in GraphQL, such as `USERS_READ`. */
function namesOf(values: readonly string[]): ReadonlySet<string> {
  const given = new Set(values);
  return new Set(settings.permissions.filter((name) => given.has(name.toUpperCase().replaceAll(/[-:]/g, '_'))));
}

export const ViewerContext = createContext<Viewer | null>(null);

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('There is no viewer above this component.');
  return viewer;
}

/** Whether the viewer holds a permission everywhere; null is none in particular. */
export function useMay(): (permission: string | null) => boolean {
  const { permissions } = useViewer();
  return (permission) => permission === null || permissions.has(permission);
}
