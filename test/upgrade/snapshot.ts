import type { Client } from './installation.ts';
import { basic } from '../../tools/demo/management.ts';

type Item = Record<string, unknown>;

/** The records of every list, by its path. */
export type Snapshot = Record<string, Item[]>;

/** Lists whose records are removed by age, or change by themselves. */
const leftOut = /events|deliveries|jobs|messages|sign-in-attempts|figures|totals|preferences|viewer/;
/** Fields that change when something is used. */
const changing = new Set([
  'lastUsedAt',
  'lastSignInAt',
  'deliveryStats',
  'failingSince',
  'status',
  'version',
  'updatedAt',
  'attempts',
]);

/** Reads every list of the Management API that its OpenAPI document has without parameters in the path. */
export async function readAll(url: string, client: Client): Promise<Snapshot> {
  const authorization = `Bearer ${await tokenOf(url, client)}`;
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(url + path, { headers: { authorization } });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return JSON.parse((await response.text()).replaceAll(url, '{PUBLIC_URL}'));
  };
  const { paths } = (await read('/api/openapi.json')) as { paths: Record<string, { get?: { operationId: string } }> };
  const lists = Object.entries(paths).filter(
    ([path, { get }]) => get?.operationId.startsWith('list') && !path.includes('{'),
  );
  const snapshot: Snapshot = {};
  for (const [path] of lists.filter(([path]) => !leftOut.test(path))) {
    const { items } = (await read(`/api${path.replace(/^\/api/, '')}`)) as { items: Item[] };
    snapshot[path] = items.map((item) => withoutChanging(item) as Item);
  }
  return snapshot;
}

function withoutChanging(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutChanging);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !changing.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutChanging(inner)]));
}

/** The losses in a later snapshot, or its differences, as sentences. It may have more records and members. */
export function losses(before: Snapshot, after: Snapshot): string[] {
  return Object.entries(before).flatMap(([path, items]) => {
    const later = new Map((after[path] ?? []).map((item) => [keyOf(item), item]));
    return items.flatMap((item) => lost(withoutChanging(item), later.get(keyOf(item)), `${path} ${keyOf(item)}`));
  });
}

const keyOf = (item: Item): string => JSON.stringify(item['id'] ?? item);

function lost(before: unknown, after: unknown, place: string): string[] {
  if (after === undefined) return [`${place} is missing`];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) => lost(item, after[index], `${place}[${index}]`));
  if (isObject(before) && isObject(after))
    return Object.entries(before).flatMap(([name, value]) => lost(value, after[name], `${place}.${name}`));
  return JSON.stringify(before) === JSON.stringify(after)
    ? []
    : [`${place} was ${JSON.stringify(before)}, and is ${JSON.stringify(after)}`];
}

const isObject = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function tokenOf(url: string, { clientId, clientSecret }: Client): Promise<string> {
  const response = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: basic(clientId, clientSecret) },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${url}/api` }),
  });
  const answer = (await response.json()) as { access_token?: string };
  if (!answer.access_token) throw new Error(`${clientId} got no access token: ${JSON.stringify(answer)}`);
  return answer.access_token;
}
