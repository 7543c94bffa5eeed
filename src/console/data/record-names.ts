import { useQuery } from 'urql';
import generated from '../generated/records.json' with { type: 'json' };
import { graphql, type ResultOf } from './graphql.ts';
import { useMay } from './viewer.ts';

/** A kind of record that an id can be of. */
export interface RecordKind {
  kind: string;
  /** Name of the type of its records. */
  type: string;
  /** Permission to read them. */
  permission: string;
  /** Whether holding it in one organization is enough to find some. */
  isPossibleInOrganization?: boolean;
}

const kinds: Readonly<Record<string, RecordKind>> = generated;

/** The kind of the record that a value is the id of; undefined if it is none. */
export function kindOfId(value: unknown): RecordKind | undefined {
  const [, prefix = ''] = (typeof value === 'string' && /^([a-z_]+)_[0-9a-z]{26}$/.exec(value)) || [];
  return kinds[prefix];
}

/** The ids of records in a value, or in any of its members. */
export function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(idsIn);
  return typeof value === 'string' && kindOfId(value) ? [value] : [];
}

const NamesDocument = graphql(`
  query Names($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      id
      ... on Named { displayName }
      ... on User { username email phone }
      ... on ApiResource { indicator }
      ... on Scope { apiResource { id displayName } }
      ... on ApplicationSecret { secretName: name prefix lastUsedAt application { id jwks secrets { id } } }
      ... on SigningKey { algorithm }
      ... on OrganizationInvitation { organization { id displayName } }
      ... on Webhook { url }
      ... on WebhookDelivery { eventType }
    }
  }
`);

type Node = NonNullable<NonNullable<ResultOf<typeof NamesDocument>['nodes']>[number]>;

/** What people recognize a record by. */
export interface RecordName {
  id: string;
  kind: string;
  name: string;
  /** Distinguishes those with the same name: an address, an indicator. */
  detail: string | null;
  /** The day on which a secret was used last; undefined if the record is none. */
  lastUsedAt?: string | null;
  /** Whether it is the only secret of an application, which has no keys either. */
  isLast?: boolean;
}

/** Ids that the platform takes in one query. */
const mostIds = 100;

/** The names of records by id, as far as the viewer may read them. */
export function useRecordNames(ids: readonly string[]): ReadonlyMap<string, RecordName> {
  const may = useMay();
  const readable = [...new Set(ids)].filter((id) => {
    const kind = kindOfId(id);
    return kind && may(kind.permission, kind.isPossibleInOrganization ? 'anywhere' : 'everywhere');
  });
  const variables = { ids: readable.slice(0, mostIds) };
  const [{ data }] = useQuery({ query: NamesDocument, variables, pause: readable.length === 0 });
  if (readable.length === 0) return new Map();
  return new Map((data?.nodes ?? []).flatMap((node) => (node ? [[node.id, nameOf(node)] as const] : [])));
}

function nameOf(node: Node): RecordName {
  const { id } = node;
  const kind = kindOfId(id)?.kind ?? '';
  const name = 'displayName' in node ? node.displayName : id;
  switch (node.__typename) {
    case 'User': {
      const detail = [node.email, node.phone, node.username].find((text) => text && text !== name) ?? null;
      return { id, kind, name, detail };
    }
    case 'ApiResource':
      return { id, kind, name, detail: node.indicator };
    case 'Scope':
      return { id, kind, name, detail: node.apiResource?.displayName ?? null };
    case 'ApplicationSecret':
      return {
        id,
        kind,
        name: node.secretName,
        detail: `${node.prefix}…`,
        lastUsedAt: node.lastUsedAt,
        isLast: node.application?.secrets?.length === 1 && !node.application.jwks,
      };
    case 'SigningKey':
      return { id, kind, name: node.algorithm, detail: null };
    case 'OrganizationInvitation':
      return { id, kind, name, detail: node.organization?.displayName ?? null };
    case 'Webhook':
      return { id, kind, name, detail: node.url };
    // It is named after an operation of the API.
    case 'Job':
      return { id, kind, name: id, detail: null };
    case 'WebhookDelivery':
      return { id, kind, name: node.eventType, detail: null };
    default:
      return { id, kind, name, detail: null };
  }
}
