import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { ShownPage } from '../../support/browsers/flow-pages.ts';
import { comeBack } from '../../support/upstreams/identity-providers.ts';
import { password } from '../../support/issuer.ts';
import { misbehaviors, startUpstream } from '../../support/upstreams/upstream.ts';
import { until } from '../../support/until.ts';
import { visitUpstream } from '../../support/upstreams/person.ts';
import { shareProvider } from './setup.ts';

const { issuer, upstream, newPerson, newUser, provider, open, reasonsOf } = shareProvider();
afterEach(() => upstream.restore());

const discovery = '/.well-known/openid-configuration';
const failing = (subjectId: string) =>
  issuer.database.prisma.event.count({ where: { type: 'IdentityProvider.Failing', subjectId } });
const lastErrorOf = async (id: string) =>
  (await issuer.database.prisma.identityProvider.findUniqueOrThrow({ where: { id } })).lastError;

/** The settings of a provider at an address at which nobody listens any more. */
async function gone() {
  const ended = await startUpstream();
  const { settings } = ended;
  await ended[Symbol.asyncDispose]();
  return { settings: { ...settings, tenant: null } };
}

describe('a provider that is away', () => {
  test('when a person wants to go there, is a clear page that leads on, with a reason in the attempt', async () => {
    const { email } = newPerson();
    await newUser(email);
    const { id } = await provider(await gone());
    const page = await open();
    const shown = await page.answer({ way: `identity:${id}` });
    expect(shown).toMatchObject({ status: 422, step: { name: 'identify' }, problem: { name: 'provider-failed' } });
    expect(shown.problem?.text).toMatch(/another way|again/i);
    expect(await reasonsOf(shown)).toEqual(['provider-unreachable']);
    expect(await lastErrorOf(id)).toMatch(/127\.0\.0\.1/);
    await page.answer({ identifier: email, password });
    expect(await page.finish()).toBeDefined();
  });

  test('when a person comes back, is a clear page that leads on, with a reason in the attempt', async () => {
    newPerson();
    const { id } = await provider();
    const page = await open();
    const begun = await page.answer({ way: `identity:${id}` });
    upstream.intercept('/token', (_, response) => misbehaviors.broken(response));
    await comeBack(page.visitor, begun.step?.details.next);
    const shown = await page.get();
    expect(shown.step).toMatchObject({
      name: 'upstream',
      ways: expect.arrayContaining([`identity:${id}`]),
      details: {},
    });
    expect(await reasonsOf(shown)).toEqual(['provider-unreachable']);
    expect(await lastErrorOf(id)).toContain('status 503');
    upstream.restore();
    const again = await page.answer({ way: `identity:${id}` });
    await comeBack(page.visitor, again.step?.details.next);
    await page.get();
    await page.answer({});
    expect(await page.finish()).toBeDefined();
    expect(await lastErrorOf(id)).toBeNull();
  });

  test('is reported once, however many people fail, and again after it has worked meanwhile', async () => {
    newPerson();
    const { id } = await provider();
    const go = async () => {
      const page = await open();
      const begun = await page.answer({ way: `identity:${id}` });
      const { next } = begun.step?.details ?? {};
      if (next === undefined) return;
      await comeBack(page.visitor, next);
      await page.get();
      await page.answer({});
    };
    upstream.intercept('/token', (_, response) => misbehaviors.broken(response));
    await Promise.all(Array.from({ length: 8 }, go));
    expect(await failing(id)).toBe(1);
    upstream.restore();
    await go();
    upstream.intercept('/token', (_, response) => misbehaviors.broken(response));
    await go();
    expect(await failing(id)).toBe(2);
  });
});

describe('a provider that never responds', () => {
  /** Holds all requests at a path until `end`, which closes their connections. */
  function hang(path: string) {
    const held: ServerResponse[] = [];
    upstream.intercept(path, (_, response) => void held.push(response));
    return { held, end: () => held.forEach((response) => response.destroy()) };
  }

  type Page = Awaited<ReturnType<typeof open>>;
  /** Leads people up to what hangs. Returns what they do then. */
  const moments: Record<string, (page: Page, id: string) => Promise<() => Promise<ShownPage>>> = {
    [discovery]: (page, id) => Promise.resolve(() => page.answer({ way: `identity:${id}` })),
    async '/token'(page, id) {
      const { step } = await page.answer({ way: `identity:${id}` });
      const { url } = await visitUpstream(step?.details.next ?? '');
      return async () => {
        await page.visitor.fetch(url);
        return page.get();
      };
    },
  };

  test.each(Object.keys(moments))('at %s, delays no one who signs in in another way', async (path) => {
    newPerson();
    // Discovery documents are read once for all people of a provider: each has another one.
    const providers = await Promise.all(Array.from({ length: 12 }, () => provider()));
    const ready = [];
    const lead = moments[path] ?? (() => Promise.reject(new Error(path)));
    for (const { id } of providers) ready.push(await lead(await open(), id));
    const hanging = hang(path);
    let over = 0;
    const going = ready.map((goOn) => goOn().finally(() => (over += 1)));
    await until(() => hanging.held.length === providers.length);
    const { email } = newPerson();
    const user = await newUser(email);
    const page = await open();
    await page.answer({ identifier: email, password });
    expect((await page.finish())?.sub).toBe(user.id);
    // All of them still wait.
    expect(over).toBe(0);
    hanging.end();
    for (const shown of await Promise.all(going)) expect(await reasonsOf(shown)).toEqual(['provider-unreachable']);
    for (const { id } of providers) expect(await failing(id)).toBe(1);
  });
});
