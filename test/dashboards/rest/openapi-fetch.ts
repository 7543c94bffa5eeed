import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript.d.ts';
import { address, token } from '../platform.ts';

// A list, a form with a dry run and a safe change, with types by openapi-typescript.

const api = createClient<paths>({ baseUrl: `${address}/api`, headers: { authorization: `Bearer ${token}` } });

/** Fails with the problem of the response, or the one of each field. */
function fail(problem: { detail?: string; problems?: { path: (string | number)[]; code: string }[] }): never {
  const fields = problem.problems?.map(({ path, code }) => `${path.join('.')}: ${code}`) ?? [];
  throw new Error([problem.detail, ...fields].join('\n'));
}

const email = `openapi-fetch-${process.pid}@example.com`;
const tried = await api.POST('/dry-run/users', { body: { email } });
if (tried.error) fail(tried.error);
console.log('would emit', tried.data.events.map(({ type }) => type).join(', '));

const created = await api.POST('/users', { body: { email }, params: { header: { 'Idempotency-Key': email } } });
if (created.error) fail(created.error);
const { id: userId, version } = created.data;
console.log('created version', version);

const ifMatch = { 'If-Match': `"${version}"` };
const changed = await api.PATCH('/users/{userId}', {
  params: { path: { userId }, header: ifMatch },
  body: { name: 'Ada' },
});
if (changed.error) fail(changed.error);
console.log('changed to', changed.data.name, 'version', changed.data.version);

const late = await api.PATCH('/users/{userId}', {
  params: { path: { userId }, header: ifMatch },
  body: { name: 'Eve' },
});
console.log('a late change is refused with', late.error?.code, 'and version', late.error?.currentVersion);

const wrong = await api.POST('/users', { body: { email: 'no address' } });
for (const { path, code } of wrong.error?.problems ?? []) console.log('refused', path.join('.'), code);

let cursor: string | undefined;
let found = 0;
do {
  const page = await api.GET('/users', { params: { query: { search: email, limit: 1, ...(cursor && { cursor }) } } });
  if (page.error) fail(page.error);
  found += page.data.items.length;
  cursor = page.data.nextCursor ?? undefined;
} while (cursor);
console.log('found', found);

const removed = await api.DELETE('/users/{userId}', { params: { path: { userId } } });
if (removed.error) fail(removed.error);
console.log('deleted');
