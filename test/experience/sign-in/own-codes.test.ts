import { beforeEach, describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { endUserSessions } from '../../../src/operations/users/end-user-sessions.ts';
import { browserIn, Visitor } from '../../support/browsers/browser.ts';
import { codeFor, openPage, stepsAt } from '../../support/browsers/flow-pages.ts';
import { addUser } from '../../support/issuer.ts';
import { setPolicy, sharePages } from '../../support/browsers/pages.ts';

/** Codes of a person: strangers request them, and the person, in a browser in which they have signed in. */
const { issuer, web } = sharePages({ environment: { TRUSTED_PROXIES: '1' } });
let numbers = 0;
beforeEach(() => setPolicy(issuer, {}));

type Person = Awaited<ReturnType<typeof addUser>>;
const sent = { status: 200, step: { name: 'code' } };
const usedUp = { status: 429, problem: { name: 'too-many-messages' } };

/** A person with a verified address, and a browser in which they have signed in. */
async function person(data: Parameters<typeof addUser>[1] = {}) {
  const ada = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date(), ...data });
  const { visitor } = await web.signIn(ada.username);
  return { ada, visitor };
}

/** The browser is known, but not signed in. */
const known = (visitor: Visitor) => visitor.copy(/mandate_device/);
const request = async ({ email }: Pick<Person, 'email'>, visitor = new Visitor()) => {
  const page = await openPage(issuer, web, { visitor });
  return { page, shown: await page.answer({ way: 'email-code', identifier: email ?? '' }) };
};
const shownTo = async (ada: Pick<Person, 'email'>, visitor?: Visitor) => (await request(ada, visitor)).shown;

/** Five strangers, as fast as the pause lets them. */
async function useUp(ada: Pick<Person, 'email'>) {
  for (let stranger = 0; stranger < 5; stranger++) {
    expect(await shownTo(ada)).toMatchObject(sent);
    issuer.advance(31);
  }
  expect(await shownTo(ada)).toMatchObject(usedUp);
}

const messagesTo = async (recipient: string | null) => {
  const rows = await issuer.database.prisma.message.findMany({
    where: { recipient: recipient ?? '' },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ template, state }) => (state === 'withheld' ? `${template} withheld` : template));
};
const noticesTo = async ({ email }: Pick<Person, 'email'>) =>
  (await messagesTo(email)).filter((template) => template.startsWith('too-many-codes'));
const limitedEvents = async ({ email }: Pick<Person, 'email'>) =>
  issuer.database.prisma.event.findMany({
    where: { type: 'Message.RateLimited', data: { path: ['recipient'], equals: email ?? '' } },
  });

describe('when other people have used up the codes of an address, a browser in which its user has signed in', () => {
  test('gets a code, which signs the user in', async () => {
    const { ada, visitor } = await person();
    await useUp(ada);
    const { page, shown } = await request(ada, known(visitor));
    expect(shown).toMatchObject(sent);
    const where = { recipient: ada.email ?? '', template: 'sign-in-code', state: 'sent' };
    await expect.poll(() => issuer.database.prisma.message.count({ where })).toBe(6);
    expect(await page.answer({ code: await codeFor(issuer, ada.email ?? '') })).toMatchObject({
      next: expect.any(String),
    });
    expect(await page.finish()).toMatchObject({ sub: ada.id });
  });

  test('gets a code for a new password, also without an application', async () => {
    const { ada, visitor } = await person();
    await useUp(ada);
    const inFlow = await openPage(issuer, web, { visitor: known(visitor) });
    await inFlow.answer({ way: 'reset' });
    expect(await inFlow.answer({ identifier: ada.email ?? '' })).toMatchObject(sent);
    issuer.advance(31);
    const alone = await stepsAt(known(visitor), new URL('/reset-password', issuer.publicUrl));
    expect(await alone.answer({ identifier: ada.email ?? '' })).toMatchObject(sent);
    const stranger = await stepsAt(new Visitor(), new URL('/reset-password', issuer.publicUrl));
    expect(await stranger.answer({ identifier: ada.email ?? '' })).toMatchObject(usedUp);
  });

  test('gets codes for the rest of the day, of which others have used all twenty', async () => {
    const { ada, visitor } = await person();
    for (let window = 0; window < 4; window++) {
      await useUp(ada);
      issuer.advance(601);
    }
    expect(await shownTo(ada)).toMatchObject(usedUp);
    expect(await shownTo(ada, known(visitor))).toMatchObject(sent);
    issuer.advance(20 * 3600);
    expect(await shownTo(ada)).toMatchObject(usedUp);
    expect(await shownTo(ada, known(visitor))).toMatchObject(sent);
    issuer.advance(4 * 3600);
    expect(await shownTo(ada)).toMatchObject(sent);
  });

  test('does not wait for the pause after a code of others, only for that after its own', async () => {
    const { ada, visitor } = await person();
    expect(await shownTo(ada)).toMatchObject(sent);
    expect(await shownTo(ada, known(visitor))).toMatchObject(sent);
    for (const browser of [known(visitor), new Visitor()])
      expect(await shownTo(ada, browser)).toMatchObject({ status: 429, problem: { name: 'too-soon' } });
  });

  test('has the same limits, with one event and no message, and leaves others theirs', async () => {
    const { ada, visitor } = await person();
    for (let count = 0; count < 5; count++) {
      expect(await shownTo(ada, known(visitor))).toMatchObject(sent);
      issuer.advance(31);
    }
    for (let count = 0; count < 2; count++) expect(await shownTo(ada, known(visitor))).toMatchObject(usedUp);
    expect(await shownTo(ada)).toMatchObject(sent);
    expect(await limitedEvents(ada)).toHaveLength(1);
    expect(await noticesTo(ada)).toEqual([]);
  });

  test('has its own also while it is only signed in', async () => {
    const { ada, visitor } = await person();
    await useUp(ada);
    const page = await openPage(issuer, web, {
      visitor: visitor.copy(/mandate_session/),
      parameters: { prompt: 'login' },
    });
    expect(await page.answer({ way: 'email-code', identifier: ada.email ?? '' })).toMatchObject(sent);
  });

  test('shares them with the other browsers of the user: more browsers do not get more', async () => {
    const { ada, visitor } = await person();
    const { visitor: other } = await web.signIn(ada.username);
    for (let count = 0; count < 5; count++) {
      expect(await shownTo(ada, known(count % 2 ? visitor : other))).toMatchObject(sent);
      issuer.advance(31);
    }
    for (const browser of [visitor, other]) expect(await shownTo(ada, known(browser))).toMatchObject(usedUp);
  });

  test('is not one of another user, nor one from which the user was signed out everywhere', async () => {
    const [{ ada, visitor }, eve] = [await person(), await person()];
    await useUp(ada);
    expect(await shownTo(ada, known(eve.visitor))).toMatchObject(usedUp);
    const origin = { requestId: 'req_1', channel: 'rest' } as const;
    await issuer.execute(endUserSessions, platformActor, { userId: ada.id }, origin);
    expect(await shownTo(ada, known(visitor))).toMatchObject(usedUp);
  });
});

describe('the user of an address whose codes others use up gets a message', () => {
  test('the message is sent once a day, with one event per window', async () => {
    const { ada } = await person();
    await useUp(ada);
    for (let count = 0; count < 3; count++) await shownTo(ada);
    expect(await limitedEvents(ada)).toHaveLength(1);
    issuer.advance(601);
    await useUp(ada);
    expect(await limitedEvents(ada)).toHaveLength(2);
    expect(await noticesTo(ada)).toEqual(['too-many-codes', 'too-many-codes withheld']);
    issuer.advance(86_401);
    await useUp(ada);
    expect(await noticesTo(ada)).toEqual(['too-many-codes', 'too-many-codes withheld', 'too-many-codes']);
  });

  test('the message is in the language of the account, has the network address, and no text of the request', async () => {
    const { ada } = await person({ profile: { locale: 'de' } });
    for (let count = 0; count < 5; count++) {
      await shownTo(ada);
      issuer.advance(31);
    }
    const headers = { 'user-agent': 'Win-a-prize/1.0 (https://evil.example)', 'accept-language': 'en' };
    await shownTo(ada, browserIn('203.0.113.9', headers));
    const inbox = async () => {
      const response = await fetch(`${issuer.url}/inbox.json?to=${encodeURIComponent(ada.email ?? '')}`);
      const { messages } = (await response.json()) as { messages: { template: string; text: string }[] };
      return messages.find(({ template }) => template === 'too-many-codes')?.text;
    };
    await expect.poll(inbox).toContain('203.0.113.9');
    expect(await inbox()).toContain('so oft Codes angefordert');
    expect(await inbox()).not.toMatch(/prize|evil/);
  });

  test('no one else gets a message: neither an address that was never verified, nor one without an account', async () => {
    const unverified = await addUser(issuer.database.prisma);
    const unknown = { email: `unknown${++numbers}@example.com` };
    for (const address of [unverified, unknown]) {
      await useUp(address);
      expect(await noticesTo(address)).toEqual(['too-many-codes withheld']);
    }
  });
});

describe('when other people have used up the codes by SMS', () => {
  const austrian = () => `+436642${String(100_000 + ++numbers).slice(-6)}`;
  beforeEach(() => setPolicy(issuer, { first: ['password', 'phone-code'], phone: { countries: ['AT'] } }));
  const text = async (phone: string, visitor = new Visitor()) =>
    (await openPage(issuer, web, { visitor })).answer({ way: 'phone-code', identifier: phone });
  const owner = async () => {
    const phone = austrian();
    return { phone, ...(await person({ phone, phoneVerifiedAt: new Date() })) };
  };

  test('a browser in which the user of the number has signed in gets one, and the user a message', async () => {
    const { phone, visitor } = await owner();
    for (let count = 0; count < 3; count++) {
      expect(await text(phone)).toMatchObject(sent);
      issuer.advance(61);
    }
    expect(await text(phone)).toMatchObject(usedUp);
    expect(await text(phone, known(visitor))).toMatchObject(sent);
    expect((await messagesTo(phone)).filter((template) => template === 'too-many-codes')).toHaveLength(1);
  });

  test('browsers in which people of the country have signed in get one, and no number is charged', async () => {
    const { phone, visitor } = await owner();
    issuer.advance(3600);
    const page = await openPage(issuer, web);
    for (let count = 0; count < 100; count++)
      expect(await page.answer({ way: 'phone-code', identifier: austrian() })).toMatchObject(sent);
    for (let count = 0; count < 4; count++) expect(await text(phone)).toMatchObject(usedUp);
    expect(await text(phone, known(visitor))).toMatchObject(sent);
    issuer.advance(3600);
    expect(await text(phone)).toMatchObject(sent);
    expect((await messagesTo(phone)).filter((template) => template.startsWith('too-many'))).toEqual([]);
  });
});
