import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Administrator, openAdministration } from '../../support/administrator.ts';
import { openPage } from '../../support/browsers/flow-pages.ts';
import { addUser, password } from '../../support/issuer.ts';
import { sharePages } from '../../support/browsers/pages.ts';

/** Locks, as administrators see them. */
const { issuer, web } = sharePages();
let administrator: Administrator;
let user: Awaited<ReturnType<typeof addUser>>;
beforeAll(async () => {
  administrator = await openAdministration(issuer);
});
beforeEach(async () => {
  user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
});

const query = 'query ($id: ID!) { user(id: $id) { locks { flow device { id } failures until } } }';
const locks = async () => (await administrator.ask(query, { id: user.id })).user.locks;
const open = () => openPage(issuer, web);
const failTenTimes = async (page: Awaited<ReturnType<typeof open>>) => {
  for (let attempt = 0; attempt < 10; attempt++)
    await page.answer({ identifier: user.email ?? '', password: 'a wrong password' });
};

describe('the locks of a user', () => {
  it('are those that apply now, with the kind of attempt, the failures in a row and the end', async () => {
    expect(await locks()).toEqual([]);
    await failTenTimes(await open());
    const [lock, ...others] = await locks();
    expect([lock, others]).toEqual([{ flow: 'PASSWORD', device: null, failures: 10, until: expect.any(String) }, []]);
    expect(Math.round((Date.parse(lock.until) - issuer.clock.now().getTime()) / 60_000)).toBe(15);
    const { json } = await administrator.rest(`GET /users/${user.id}/locks`);
    expect(json).toEqual({ items: [{ flow: 'password', deviceId: null, failures: 10, until: lock.until }] });
    issuer.advance(15 * 60);
    expect(await locks()).toEqual([]);
  });

  it('end when an administrator unlocks the user', async () => {
    await failTenTimes(await open());
    expect(await locks()).toHaveLength(1);
    await administrator.rest(`POST /users/${user.id}/unlock`, {});
    expect(await locks()).toEqual([]);
  });

  it('name the known device that is locked', async () => {
    const page = await open();
    await page.answer({ identifier: user.email ?? '', password });
    const devices = await administrator.rest(`GET /users/${user.id}/devices`);
    const journey = await web.start({ prompt: 'login' });
    const again = await page.visitor.follow(journey.url, issuer.publicUrl);
    if ('left' in again) throw new Error('there was no page');
    for (let attempt = 0; attempt < 10; attempt++)
      await page.visitor.post(again.url, { identifier: user.email ?? '', password: 'a wrong password' });
    // Failures in it count for the account as well.
    const shown = (await locks()) as { device: { id: string } | null }[];
    const ids = shown.map(({ device }) => device?.id ?? null);
    expect(new Set(ids)).toEqual(new Set([devices.json.items[0].id, null]));
  });

  it('are NOT_FOUND for a user that does not exist', async () => {
    const { status } = await administrator.rest('GET /users/user_01h455vb4pex5vsknk084sn02q/locks');
    expect(status).toBe(404);
  });
});
