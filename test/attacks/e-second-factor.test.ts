import { beforeEach, describe, expect, test } from 'vitest';
import { Visitor } from '../support/browsers/browser.ts';
import { signInPolicySchema } from '../../src/domain/flow/policy.ts';
import { platformActor } from '../../src/kernel/actor.ts';
import { endUserSessions } from '../../src/operations/users/end-user-sessions.ts';
import { setUserPassword } from '../../src/operations/users/set-user-password.ts';
import { setUserSuspended } from '../../src/operations/users/set-user-suspended.ts';
import type { ShownPage } from '../support/browsers/flow-pages.ts';
import { password } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { type Page, type People, startPeople, withCode, withPassword } from './people.ts';

const people = perFile(startPeople);
beforeEach(() => people.policy({ second: { trustedDeviceDays: 30 } }));

type WithApp = Awaited<ReturnType<People['personWithApp']>>;

/** Signs in, and trusts the browser. */
async function trust(visitor: Visitor, person: WithApp): Promise<void> {
  // Each code of an app is accepted once.
  people.issuer.advance(30);
  const page = await people.open(visitor);
  await withPassword(page, person);
  expect(await page.answer({ code: person.code(), trust: 'yes' })).toMatchObject({ next: expect.any(String) });
}
const stepAfterPassword = async (visitor: Visitor, person: WithApp) => {
  const shown = await withPassword(await people.open(visitor), person);
  return shown.next === undefined ? shown.step?.name : 'signed in';
};
/** A browser that all of them trust. They sign in without a session of another one. */
async function trustAll(all: readonly WithApp[]): Promise<Visitor> {
  let shared = new Visitor();
  for (const person of all) {
    shared = device(shared);
    await trust(shared, person);
  }
  return shared;
}
/** Only what makes a browser known. */
const device = (visitor: Visitor) => visitor.copy(/mandate_device/);

const levelTwo = 'urn:mandate:level:2';
const signedIn = { next: expect.any(String) };
/** Each first factor that the policy knows, except a passkey, which is two factors. */
const firstFactors: Record<string, (page: Page, person: WithApp) => Promise<ShownPage>> = {
  password: withPassword,
  'email-code': (page, person) => withCode(people, page, person),
};

describe('E1: a second factor', () => {
  test('is tested after each first factor of the policy', () => {
    const { first } = signInPolicySchema.parse({});
    expect(Object.keys(firstFactors).toSorted()).toEqual(first.filter((way) => way !== 'passkey').toSorted());
  });

  test.each(Object.keys(firstFactors))('is not skipped after %s, whatever is answered instead', async (name) => {
    const ada = await people.personWithApp();
    const page = await people.open();
    expect(await firstFactors[name]?.(page, ada)).toMatchObject({ step: { name: 'totp' } });
    for (const answer of [
      { password },
      { step: 'password', password },
      { step: 'identify', identifier: ada.username ?? '', password },
      { step: 'code', code: '000000' },
      { step: 'new-password', password },
      { step: 'fields', password },
      { step: 'backup-code', 'backup-code': '' },
      { way: 'enrol-totp' },
      { step: 'backup-codes' },
      { trust: 'yes' },
    ])
      expect(await page.answer(answer as Record<string, string>)).not.toMatchObject(signedIn);
    expect(await people.prisma.event.count({ where: { subjectId: ada.id, type: 'PostSignIn' } })).toBe(0);
  });
});

test('E2: is required for a new password, and again for the sign-in after it', async () => {
  const ada = await people.personWithApp();
  const page = await people.open();
  await page.answer({ way: 'reset' });
  const code = await people.codeAfter(ada.email, () => page.answer({ identifier: ada.email ?? '' }));
  expect(await page.answer({ code })).toMatchObject({ step: { name: 'totp' } });
  expect(await page.answer({ code: ada.code() })).toMatchObject({ step: { name: 'new-password' } });
  const given = 'seven wooden ships at sea';
  expect(await page.answer({ password: given })).toMatchObject({ purpose: 'sign-in', step: { name: 'identify' } });
  expect(await withPassword(page, ada, given)).toMatchObject({ step: { name: 'totp' } });
});

test('E3: the same factor twice does not count as two', async () => {
  const ada = await people.personWithApp();
  const page = await people.open();
  for (let round = 0; round < 2; round++) {
    expect(await withCode(people, page, ada)).toMatchObject({ step: { name: 'totp' } });
    people.issuer.advance(31);
  }
});

test('E4: a person without a password reaches level 2 by a code and an app', async () => {
  const ada = await people.personWithApp();
  await people.prisma.user.update({ where: { id: ada.id }, data: { passwordHash: null } });
  const page = await people.open();
  await withCode(people, page, ada);
  await page.answer({ code: ada.code() });
  expect(await page.finish()).toMatchObject({ sub: ada.id, acr: levelTwo });
});

describe('E5: the trust of a browser', () => {
  const origin = { requestId: 'req_test', channel: 'rest' } as const;
  const run = { actor: platformActor, origin };
  const changes: Record<string, (userId: string) => Promise<unknown>> = {
    'with a new password': (userId) =>
      people.issuer.execute(setUserPassword, run.actor, { userId, password: 'seven wooden ships' }, run.origin),
    'with a suspension, also after its end': async (userId) => {
      for (const isSuspended of [true, false])
        await people.issuer.execute(setUserSuspended, run.actor, { userId, isSuspended }, run.origin);
    },
    'with all sessions': (userId) => people.issuer.execute(endUserSessions, run.actor, { userId }, run.origin),
    'after thirty days': () => Promise.resolve(people.issuer.advance(30 * 86_400)),
  };

  test.each(Object.keys(changes))('ends %s', async (name) => {
    const ada = await people.personWithApp();
    const adas = await trustAll([ada]);
    await changes[name]?.(ada.id);
    const shown = await withPassword(
      await people.open(adas),
      ada,
      name.includes('password') ? 'seven wooden ships' : password,
    );
    expect(shown).toMatchObject({ step: { name: 'totp' } });
  });
});

describe('E6: a trusted browser', () => {
  test('gives its user no trust of another user, also if both use it', async () => {
    const [ada, eve] = [await people.personWithApp(), await people.personWithApp()];
    const adas = await trustAll([ada]);
    expect(await stepAfterPassword(device(adas), eve)).toBe('totp');
    const shared = await trustAll([ada, eve]);
    for (const person of [ada, eve]) expect(await stepAfterPassword(device(shared), person)).toBe('signed in');
  });

  test('a browser into which Eve planted her cookie gives Eve no trust of Ada, who then signs in with it', async () => {
    const [ada, eve] = [await people.personWithApp(), await people.personWithApp()];
    const eves = new Visitor();
    await trust(eves, eve);
    const adas = device(eves);
    await trust(adas, ada);
    expect(await stepAfterPassword(device(adas), ada)).toBe('signed in');
    expect(await stepAfterPassword(device(eves), ada)).toBe('totp');
  });

  test('has a new secret after each sign-in, so a stolen copy ends with the next one', async () => {
    const ada = await people.personWithApp();
    const adas = new Visitor();
    await trust(adas, ada);
    const stolen = device(adas);
    const before = adas.copy();
    expect(await stepAfterPassword(device(adas), ada)).toBe('signed in');
    expect(await stepAfterPassword(stolen, ada)).toBe('totp');
    expect(await stepAfterPassword(before, ada)).toBe('totp');
  });

  test('remembers five users', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => people.personWithApp()));
    const shared = device(await trustAll(all));
    const steps: unknown[] = [];
    for (const person of all) steps.push(await stepAfterPassword(device(shared), person));
    expect(steps).toEqual(['totp', ...Array.from({ length: 5 }, () => 'signed in')]);
  });
});
