import { createClient } from './generated/hey-api/client/index.ts';
import { createUser, deleteUser, dryRunCreateUser, listUsers, updateUser } from './generated/hey-api/index.ts';
import { address, token } from '../platform.ts';

// A list, a form with a dry run and a safe change, with functions by hey-api.

const client = createClient({ baseUrl: `${address}/api`, auth: () => token });

const email = `hey-api-${process.pid}@example.com`;
const tried = await dryRunCreateUser({ client, body: { email }, throwOnError: true });
console.log('would emit', tried.data.events.map(({ type }) => type).join(', '));

const created = await createUser({
  client,
  body: { email },
  headers: { 'Idempotency-Key': email },
  throwOnError: true,
});
const { id: userId, version } = created.data;
console.log('created version', version);

const headers = { 'If-Match': `"${version}"` };
const changed = await updateUser({ client, path: { userId }, headers, body: { name: 'Ada' }, throwOnError: true });
console.log('changed to', changed.data.name, 'version', changed.data.version);

const late = await updateUser({ client, path: { userId }, headers, body: { name: 'Eve' } });
console.log('a late change is refused with', late.error?.code, 'and version', late.error?.currentVersion);

const wrong = await createUser({ client, body: { email: 'no address' } });
for (const { path, code } of wrong.error?.problems ?? []) console.log('refused', path.join('.'), code);

let cursor: string | undefined;
let found = 0;
do {
  const query = { search: email, limit: 1, ...(cursor && { cursor }) };
  const page = await listUsers({ client, query, throwOnError: true });
  found += page.data.items.length;
  cursor = page.data.nextCursor ?? undefined;
} while (cursor);
console.log('found', found);

await deleteUser({ client, path: { userId }, throwOnError: true });
console.log('deleted');
