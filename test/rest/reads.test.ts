import { beforeAll, describe, expect, it, test } from 'vitest';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { listOf } from '../../src/reads/index.ts';
import { collections } from '../../src/rest/reads/collections.ts';
import { recordViews } from '../../src/rest/reads/record-views.ts';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords, type Records } from '../support/records.ts';
import { type Json, refusal, startRest, tokenFor } from './api.ts';
import { fillPath, wrongValues } from './paths.ts';

const rest = perFile(startRest);
let records: Records;
let invitation: string;
let eventId: string;
beforeAll(async () => {
  records = await makeRecords(rest.kernel);
  await makeRecords(rest.kernel);
  const { organization, organizationRole, application, resource } = records;
  const invitee = { inviteeEmail: 'grace@example.com', organizationRoleIds: [organizationRole] };
  const body = { organizationId: organization, ...invitee };
  invitation = (await rest.send('POST /organization-invitations', { body })).json.id;
  await rest.send(`POST /organizations/${organization}/applications`, { body: { applicationIds: [application] } });
  await rest.send(`PUT /applications/${application}/served-resources`, { body: { apiResourceIds: [resource] } });
  await rest.send('POST /signing-keys');
  eventId = (await rest.send('GET /events')).json.items[0].id;
});

const fill = (path: string): string => fillPath(path, records, { organizationInvitationId: invitation, eventId });
const read = async (path: string): Promise<Json> => {
  const answer = await rest.send(`GET ${path}`);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json;
};
const idsOf = ({ items }: Json): string[] => items.map(({ id }: { id: string }) => id);

const listed = collections.map((collection) => [collection.path, collection] as const);

describe('a collection', () => {
  test.each(listed)('%s has pages, with the total and a link to the next page', async (path) => {
    const first = await rest.send(`GET ${fill(path)}?limit=1`);
    expect(first.status).toBe(200);
    expect(Object.keys(first.json)).toEqual(['items', 'totalCount', 'totalCountIsExact', 'nextCursor']);
    expect(first.json.items).toHaveLength(1);
    const whole = await read(`${fill(path)}?limit=100`);
    expect(first.json.totalCount).toBe(whole.items.length);
    let page = first;
    const seen = [...page.json.items];
    while (page.json.nextCursor !== null) {
      const [, next] = /^<\/api(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '') ?? [];
      expect(next).toContain(`cursor=${page.json.nextCursor}`);
      page = await rest.send(`GET ${next}`);
      seen.push(...page.json.items);
    }
    expect(page.headers.get('link')).toBeNull();
    expect(seen).toEqual(whole.items);
    expect(whole.nextCursor).toBeNull();
  });

  test.each(listed)('%s can be sorted by each documented field, in both directions', async (path, { list }) => {
    for (const field of list.orderFields) {
      const up = await read(`${fill(path)}?orderBy=${field}`);
      const down = await read(`${fill(path)}?orderBy=-${field}`);
      expect(down.items).toEqual(up.items.toReversed());
    }
    const answer = await rest.send(`GET ${fill(path)}?orderBy=passwordHash`);
    expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: ['orderBy'] });
  });

  test.each(listed)('%s requires its permission, and that of the record above it', async (path, { list, parent }) => {
    const needed = new Set([list.permission, ...(parent ? [listOf[parent].permission] : [])]);
    const but = (name: string) => tokenFor(permissionNames.filter((held) => held !== name));
    for (const name of needed) {
      expect(refusal(await rest.send(`GET ${fill(path)}`, { token: but(name) }))).toMatchObject({ status: 403 });
    }
    expect((await rest.send(`GET ${fill(path)}`, { token: tokenFor([...needed]) })).status).toBe(200);
  });

  test.each(listed.filter(([, { parent }]) => parent))('%s is 404 below a record that does not exist', async (path) => {
    const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
    for (const name of parameters) {
      const missing = fill(path.replace(`:${name}`, ids.next('event')));
      expect(refusal(await rest.send(`GET ${missing}`))).toEqual({
        status: 404,
        code: 'NOT_FOUND',
        paths: [parameters.at(-1)],
      });
      const impossible = fill(path.replace(`:${name}`, 'a%00b'));
      expect(refusal(await rest.send(`GET ${impossible}`))).toEqual({
        status: 422,
        code: 'BAD_USER_INPUT',
        paths: [name],
      });
    }
  });

  test.each(listed)('%s refuses parameters that it does not have', async (path, { list }) => {
    const bad = [
      'limit=0',
      'limit=101',
      'limit=x',
      'limit=',
      'limit=1&limit=2',
      'cursor=x',
      'cursor=',
      'nothing=1',
      '__proto__=1',
      'constructor=1',
      'toString=1',
      'orderBy=',
    ];
    const filters = Object.keys(list.filter.shape).filter((name) => !path.includes(`:${name}`));
    for (const query of [...bad, ...filters.flatMap(wrongValues)]) {
      const answer = await rest.send(`GET ${fill(path)}?${query}`);
      expect(refusal(answer)).toMatchObject({
        status: 422,
        code: query.startsWith('cursor=') ? 'INVALID_CURSOR' : 'BAD_USER_INPUT',
      });
      expect(refusal(answer).paths[0]?.split('.')[0]).toBe(query.split('=')[0]);
    }
    expect(rest.logged).toEqual([]);
  });

  test('the collection below a record does not accept a filter by that record', async () => {
    const answer = await rest.send(`GET /roles/${records.role}/users?roleId=${records.otherRole}`);
    expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: ['roleId'] });
  });
});

describe('a page', () => {
  it('starts after the previous one, whatever was added or removed meanwhile', async () => {
    const made = await Promise.all(
      ['kA', 'kC', 'kE', 'kG'].map((name) => rest.send('POST /organization-scopes', { body: { name } })),
    );
    const page = async (cursor?: string) =>
      read(`/organization-scopes?orderBy=-name&search=k&limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    const first = await page();
    expect(first.items.map(({ name }: Json) => name)).toEqual(['kG', 'kE']);
    await rest.send('POST /organization-scopes', { body: { name: 'kF' } });
    await rest.send('POST /organization-scopes', { body: { name: 'kB' } });
    await rest.send(`DELETE /organization-scopes/${made[2]?.json.id}`);
    const second = await page(first.nextCursor);
    expect(second.items.map(({ name }: Json) => name)).toEqual(['kC', 'kB']);
    expect((await page(second.nextCursor)).items.map(({ name }: Json) => name)).toEqual(['kA']);
  });

  it('is refused for a cursor of another list or sort order, or a malformed one', async () => {
    const { nextCursor } = await read('/users?limit=1');
    const ordered = await read('/users?limit=1&orderBy=name');
    for (const path of [
      `/roles?cursor=${nextCursor}`,
      `/organizations?cursor=${nextCursor}`,
      `/users?orderBy=name&cursor=${nextCursor}`,
      `/users?cursor=${ordered.nextCursor}`,
      `/users?orderBy=-name&cursor=${ordered.nextCursor}`,
      '/users?cursor=users.W10',
      '/users?cursor=users.',
      `/users?cursor=${'x'.repeat(5000)}`,
      `/users?cursor=users.${Buffer.from('["","user_\\u0000"]').toString('base64url')}`,
    ]) {
      expect(refusal(await rest.send(`GET ${path}`))).toEqual({
        status: 422,
        code: 'INVALID_CURSOR',
        paths: ['cursor'],
      });
    }
  });
});

describe('a search and a filter', () => {
  it('are combined with AND', async () => {
    const { json } = await rest.send('POST /users', { body: { username: 'hopper', name: 'Grace Hopper' } });
    await rest.send('POST /users', { body: { username: 'hopper.2', name: 'Other Hopper' } });
    await rest.send(`PATCH /users/${json.id}/is-suspended`, { body: { isSuspended: true } });
    expect((await read('/users?search=HOP')).totalCount).toBe(2);
    expect(idsOf(await read('/users?search=hop&isSuspended=true'))).toEqual([json.id]);
    expect(idsOf(await read('/users?username=HOPPER'))).toEqual([json.id]);
    expect(refusal(await rest.send('GET /users?isSuspended=yes')).paths).toEqual(['isSuspended']);
    expect(refusal(await rest.send(`GET /users?roleId=${records.user}`)).paths).toEqual(['roleId']);
  });

  it('several values match any of them', async () => {
    const { items } = await read('/events?types=SigningKey.Rotated&types=OrganizationInvitation.Created');
    const types = new Set(items.map(({ type }: Json) => type));
    expect(types).toEqual(new Set(['SigningKey.Rotated', 'OrganizationInvitation.Created']));
  });
});

describe('a member', () => {
  const kinds = Object.entries(recordViews).map(([kind, { path }]) => [kind, path] as const);
  // If the fixture has none: the first of its collection.
  const pathTo = async (path: string): Promise<string> => {
    const collection = /^(\/[\w-]+)\/:(\w+)$/.exec(path);
    if (!collection || fill(`:${collection[2]}`)) return fill(path);
    return `${collection[1]}/${(await read(collection[1] ?? '')).items[0].id}`;
  };

  test.each(kinds)(
    '%s is as in its collection, with an ETag of its version and content, which saves the next response',
    async (_kind, path) => {
      const here = await pathTo(path);
      const plain = { 'accept-encoding': 'identity' }; // The ETag of what is compressed is weak.
      const { status, headers, json } = await rest.send(`GET ${here}`, { headers: plain });
      expect(status).toBe(200);
      const collection = here.slice(0, here.lastIndexOf('/'));
      const { items } = await read(`${collection}?limit=100`);
      expect(items).toContainEqual(json);
      const etag = headers.get('etag') ?? '';
      expect(etag).toMatch(json.version === undefined ? /^"[\w-]{16}"$/ : `"${json.version}-`);
      expect(headers.get('cache-control')).toBe('no-store');
      const head = await rest.send(`HEAD ${here}`, { headers: plain });
      expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
      for (const tag of [etag, `W/${etag}`, `"1", ${etag}`, '*']) {
        const same = await rest.send(`GET ${here}`, { headers: { 'if-none-match': tag } });
        expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag]);
      }
      const other = await rest.send(`GET ${here}`, { headers: { 'if-none-match': '"1", "x"' } });
      expect([other.status, other.json]).toEqual([200, json]);
    },
  );

  test.each(kinds)('%s that does not exist is 404', async (_kind, path) => {
    const missing = (await pathTo(path)).replace(/[^/]+$/, ids.next('user'));
    expect(refusal(await rest.send(`GET ${missing}`))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(refusal(await rest.send(`GET ${await pathTo(path)}?x=1`))).toMatchObject({ status: 422, paths: ['x'] });
  });

  it('is found below its own parent only', async () => {
    const answer = await rest.send(`GET /resources/${records.builtIn}/scopes/${records.scope}`);
    expect(refusal(answer)).toMatchObject({ status: 404, paths: ['scopeId'] });
  });

  it('contains no secret', async () => {
    const { application } = records;
    const made = await rest.send(`POST /applications/${application}/secrets`, { body: { name: 'hidden' } });
    const everywhere = await Promise.all(
      [`/applications/${application}/secrets`, `/applications/${application}/secrets/${made.json.id}`, '/events'].map(
        async (path) => (await rest.send(`GET ${path}?`)).text,
      ),
    );
    expect(everywhere.join('')).toContain('hidden');
    expect(everywhere.join('')).not.toContain(made.json.secret);
  });
});

describe('an administrator of one organization', () => {
  const holding = (...names: Parameters<typeof tokenFor>[0]) => tokenFor([], { [records.organization]: [...names] });

  it('sees that organization and its records, and nothing else', async () => {
    const token = holding('organizations:read', 'users:read', 'organization-roles:read');
    const send = (path: string) => rest.send(`GET ${path}`, { token });
    expect(idsOf((await send('/organizations')).json)).toEqual([records.organization]);
    expect(idsOf((await send('/users')).json)).toEqual([records.user]);
    const { items } = (await send(`/organizations/${records.organization}/users`)).json;
    expect(items).toMatchObject([
      { userId: records.user, user: { id: records.user }, organizationRoles: [{ id: records.organizationRole }] },
    ]);
    expect((await send(`/users/${records.other}`)).status).toBe(404);
    expect((await send('/roles')).status).toBe(403);
    expect((await send('/applications')).status).toBe(403);
  });

  it('does not see users or roles of members without the permission there', async () => {
    const { json } = await rest.send(`GET /organizations/${records.organization}/users`, {
      token: holding('organizations:read'),
    });
    expect(json.items).toMatchObject([{ userId: records.user, user: null, organizationRoles: null }]);
  });

  it('an administrator of another one gets the same response as for an organization that does not exist', async () => {
    const token = tokenFor([], { [ids.next('organization')]: ['organizations:read', 'users:read'] });
    const send = (path: string) => rest.send(`GET ${path}`, { token });
    for (const path of ['', '/users', '/applications', '/invitations', `/users/${records.user}`]) {
      const theirs = await send(`/organizations/${records.organization}${path}`);
      const nobodys = await send(`/organizations/${ids.next('organization')}${path}`);
      expect(refusal(theirs)).toMatchObject({ status: 404 });
      expect(theirs.text).toBe(nobodys.text);
    }
    expect((await send('/organizations')).json).toMatchObject({ items: [], totalCount: 0, nextCursor: null });
    expect((await send('/users')).json.totalCount).toBe(0);
  });
});

describe('the total of a list', () => {
  const total = async (query: string) => (await rest.send(`GET /users?limit=1${query}`)).json;

  it('stops at the bound, and shows whether it is exact', async () => {
    const { totalCount: exact } = await total('');
    expect(exact).toBeGreaterThan(1);
    expect(await total('&countUpTo=1')).toMatchObject({ totalCount: 1, totalCountIsExact: false });
    expect(await total(`&countUpTo=${exact}`)).toMatchObject({ totalCount: exact, totalCountIsExact: true });
  });

  it.each(['0', '-1', '1.5', 'all', '', '1000001'])('has a bound of 1 to 1000000, not "%s"', async (bound) => {
    const answer = await rest.send(`GET /users?countUpTo=${bound}`);
    expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: ['countUpTo'] });
  });
});
