import { createContext, useContext } from 'react';
import { settings } from '../session/settings.ts';
import { graphql, type ResultOf } from './graphql.ts';
import { type Need, needOf, type OperationName } from './needs.ts';

export const ViewerDocument = graphql(`
  query Viewer {
    viewer {
      id
      kind
      eventsCursor
      permissions
      obtainablePermissions
      user { id displayName email username phone }
      organizations { organizationId permissions obtainablePermissions }
    }
    platform { environment version issuer contact retention { events } }
  }
`);

type Answer = ResultOf<typeof ViewerDocument>;

/** The user of the console, with their permissions. */
export interface Viewer {
  id: string;
  name: string;
  /** Email address; null if it is the name, or there is none. */
  address: string | null;
  /** The username, email address or phone number with which they sign in; null if it is not known. */
  identifier: string | null;
  permissions: ReadonlySet<string>;
  organizations: readonly { id: string; permissions: ReadonlySet<string> }[];
  environment: string | null;
  /** The contact of people who lack a permission: an email address or a URL. */
  contact: string | null;
  version: string;
  /** Claim `iss` of tokens. */
  issuer: string;
}

export function viewerOf({ viewer, platform }: Answer): Viewer {
  return {
    id: viewer?.id ?? '',
    name: viewer?.user?.displayName ?? viewer?.user?.email ?? viewer?.id ?? '',
    address: viewer?.user?.displayName === viewer?.user?.email ? null : (viewer?.user?.email ?? null),
    identifier: viewer?.user?.username ?? viewer?.user?.email ?? viewer?.user?.phone ?? null,
    // The token of the page only reads; one that may write is obtained at the first change.
    permissions: namesOf([...(viewer?.permissions ?? []), ...(viewer?.obtainablePermissions ?? [])]),
    organizations: (viewer?.organizations ?? []).map(({ organizationId, permissions, obtainablePermissions }) => ({
      id: organizationId,
      permissions: namesOf([...permissions, ...obtainablePermissions]),
    })),
    environment: platform?.environment ?? null,
    contact: platform?.contact ?? null,
    version: platform?.version ?? '',
    issuer: platform?.issuer ?? '',
  };
}

/** The names of permissions, such as `users:read`, from their values in GraphQL, such as `USERS_READ`. */
function namesOf(values: readonly string[]): ReadonlySet<string> {
  const codes = new Set(values);
  return new Set(settings.permissions.filter((name) => codes.has(name.toUpperCase().replaceAll(/[-:]/g, '_'))));
}

export const ViewerContext = createContext<Viewer | null>(null);

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('There is no viewer above this component.');
  return viewer;
}

/** The place in which a permission is held: everywhere; one organization, by its id; or any of these. */
export type Where = 'everywhere' | 'anywhere' | { organizationId: string };

/** Whether the viewer holds a permission: everywhere, or at least there; null is none in particular. */
export function useMay(): (permission: string | null, where?: Where) => boolean {
  const viewer = useViewer();
  return (permission, where = 'everywhere') => isHeld(viewer, permission, where);
}

/** Whether the viewer holds every permission, everywhere. */
export function useHoldsEverything(): boolean {
  const may = useMay();
  return settings.permissions.every((name) => may(name));
}

export function isHeld({ permissions, organizations }: Viewer, permission: string | null, where: Where): boolean {
  if (permission === null || permissions.has(permission)) return true;
  if (where === 'everywhere') return false;
  return organizations.some(
    (one) => one.permissions.has(permission) && (where === 'anywhere' || where.organizationId === one.id),
  );
}

/** The organizations of someone who may do something in organizations only. */
const organizationsOf = ({ permissions, organizations }: Viewer): Viewer['organizations'] =>
  permissions.size > 0 ? [] : organizations.filter((one) => one.permissions.has('organizations:read'));

/** The id of the organization that someone looks after, if it is the only one and all that they look after. */
export function ownOrganizationOf(viewer: Viewer): string | null {
  const [first, ...others] = organizationsOf(viewer);
  return first && others.length === 0 ? first.id : null;
}

/** The page to which `/` leads: a viewer who may do something in organizations only begins there. */
export function homeOf(viewer: Viewer): string {
  const id = ownOrganizationOf(viewer);
  if (id) return `/organizations/${id}`;
  return organizationsOf(viewer).length > 0 ? '/organizations' : '/';
}

/** Whether someone may do anything at all, anywhere. */
export const hasRights = ({ permissions, organizations }: Viewer): boolean =>
  permissions.size > 0 || organizations.some((one) => one.permissions.size > 0);

/** Whether the viewer may run a mutation: with an input that names an organization, in that one. */
export function useMayRun(): (operation: OperationName, input?: Readonly<Record<string, unknown>>) => boolean {
  const may = useMay();
  return (operation, input = {}) => {
    const need = needOf(operation);
    return may(need.permission, whereOf(need, input));
  };
}

/** Whether the viewer may read the events of a mutation with this input. */
export function useMayReadEvents(): (need: Need, input: Readonly<Record<string, unknown>>) => boolean {
  const may = useMay();
  return (need, input) => may('events:read', whereOf(need, input));
}

/** The place in which the permission for a mutation must be held at least. */
function whereOf(
  { isPossibleInOrganization = false }: Need,
  { organizationId }: Readonly<Record<string, unknown>>,
): Where {
  if (!isPossibleInOrganization) return 'everywhere';
  return typeof organizationId === 'string' ? { organizationId } : 'anywhere';
}
