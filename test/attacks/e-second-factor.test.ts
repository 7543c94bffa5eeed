import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Visitor } from '../support/browser.ts';
import { type People, startPeople, withPassword } from './people.ts';

let people: People;
beforeAll(async () => {
  people = await startPeople();
});
beforeEach(() => people.policy({ second: { trustedDeviceDays: 30 } }));
afterAll(() => people[Symbol.asyncDispose]());

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

describe('E6: a trusted browser', () => {
  test('gives its user no trust of another user, also if both use it', async () => {
    const [ada, eve] = [await people.personWithApp(), await people.personWithApp()];
    const adas = await trustAll([ada]);
    expect(await stepAfterPassword(device(adas), eve)).toBe('totp');
    const shared = await trustAll([ada, eve]);
    for (const person of [ada, eve]) expect(await stepAfterPassword(device(shared), person)).toBe('signed in');
  });

  test('into which Eve planted her cookie gives Eve no trust of Ada, who then signs in with it', async () => {
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
