import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHashProcesses } from '../../src/platform/passwords/hash-processes.ts';
import { codeFor } from '../support/browsers/flow-pages.ts';
import { password } from '../support/issuer.ts';
import { mannWhitney } from '../support/mann-whitney.ts';
import { perFile } from '../support/per-file.ts';
import { type Person, sized, startPeople, withPassword } from './people.ts';

// Each comparison is made: the time of some is measured.
const people = perFile(() => startPeople({}, createHashProcesses()));
beforeEach(() => people.policy({ signUp: { isOpen: true } }));

let strangers = 0;
/** Identifiers that look alike, of accounts that differ. */
const accounts: Record<string, () => Promise<Pick<Person, 'username' | 'email'>>> = {
  'an account': () => people.person(),
  'no account': () => Promise.resolve({ username: `unknown${++strangers}`, email: `unknown${strangers}@example.com` }),
  'a suspended account': () => people.person({ suspendedAt: new Date() }),
  'an account without a password': () => people.person({ passwordHash: null }),
  'an account whose address is not verified': () => people.person({ emailVerifiedAt: null }),
  'an account with a second factor': () => people.personWithApp(),
  'an account that is locked by attempts with its number': async () => {
    const ada = await people.person({ phone: `+4915123${String(100_000 + ++strangers)}` });
    await failTenTimes(ada.phone ?? '');
    return ada;
  },
};
const failTenTimes = async (identifier: string) => {
  for (let attempt = 0; attempt < 10; attempt++) await (await people.open()).answer({ identifier, password: 'wrong' });
};
const names = Object.keys(accounts);

/** The answers that Eve can send before she has proven anything. */
const attempts: Record<string, (target: Pick<Person, 'username' | 'email'>) => Record<string, string>[]> = {
  'a wrong password for a username': ({ username }) => [{ identifier: username ?? '', password: 'wrong' }],
  'a wrong password for an address': ({ email }) => [{ identifier: email ?? '', password: 'wrong' }],
  'the request of a code': ({ email }) => [{ way: 'email-code', identifier: email ?? '' }],
  'a wrong code': ({ email }) => [{ way: 'email-code', identifier: email ?? '' }, { code: '12345' }],
  'a sign-up': ({ email }) => [{ way: 'sign-up' }, { identifier: email ?? '' }, { code: '12345' }],
  'a forgotten password': ({ email }) => [{ way: 'reset' }, { identifier: email ?? '' }, { code: '12345' }],
  'more codes than one': ({ email }) => [
    { way: 'email-code', identifier: email ?? '' },
    { way: 'email-code', identifier: email ?? '' },
  ],
};

/** The beginning of what differs. */
function difference(one: string, other = ''): string {
  const at = one.split('').findIndex((character, index) => character !== other[index]);
  if (at < 0) return one.length === other.length ? '' : 'the length';
  return `${one.slice(Math.max(0, at - 40), at + 60)} instead of ${other.slice(Math.max(0, at - 40), at + 60)}`;
}

/** Responses as a page and as JSON, without what is random or was typed. */
async function responses(name: string, attempt: string): Promise<string> {
  const target = (await accounts[name]?.()) ?? { username: '', email: '' };
  const typed = [target.username, target.email].filter((text) => text !== null).toSorted((a, b) => b.length - a.length);
  const page = await people.open();
  const seen: unknown[] = [];
  for (const fields of attempts[attempt]?.(target) ?? []) {
    seen.push(await page.answer(fields));
    const html = await page.visitor.fetch(page.url, { headers: { accept: 'text/html' } });
    const headers = [...html.headers].filter(
      ([header]) => !['date', 'x-request-id', 'traceparent', 'content-length'].includes(header),
    );
    seen.push([html.status, headers, await html.text()]);
  }
  const text = JSON.stringify(seen)
    .replaceAll(/[A-Z2-9]{4}-[A-Z2-9]{4}/g, 'reference')
    .replaceAll(/\/sign-in\/[\w-]{20,}/g, 'address')
    .replaceAll(/\\*"challenge\\*":\\*"[\w-]+\\*"/g, 'challenge')
    .replaceAll(/mandate_(flow|browser)=[\w.-]+/g, 'cookie')
    .replaceAll(/in (\d+) seconds/g, 'in some seconds')
    .replaceAll(/"until":"[^"]*"/g, 'until');
  return typed.reduce((blanked, one) => blanked.replaceAll(one, 'typed'), text);
}

describe.each(Object.keys(attempts))('A1, A4: %s', (attempt) => {
  test.each([true, false])(
    'gets the same words, status, headers and length, whichever account there is (sign-up: %s)',
    async (isOpen) => {
      await people.policy({ signUp: { isOpen } });
      const all: string[] = [];
      for (const name of names) all.push(await responses(name, attempt));
      for (const [index, one] of all.entries())
        expect([names[index], difference(one, all[0])]).toEqual([names[index], '']);
      expect(all[0]).toContain('"status":');
    },
  );
});

const ofFlows = /flows|flow_entries|verifications|challenges|_limits|users|INSERT INTO messages/;
/** Delivery, and the record of the interaction, which is read again when a response is late (`hedged`). */
const ofOthers = /^UPDATE messages|^SELECT key, uid, payload/;
const query = vi.spyOn(pg.Client.prototype, 'query');
afterAll(() => query.mockRestore());
const verify = () => vi.spyOn(people.issuer.passwords, 'verify');

describe.each(['a wrong password for a username', 'the request of a code', 'a forgotten password'])(
  'A2: %s',
  (attempt) => {
    /** The statements of the answers: those of the delivery of messages and of other background tasks do not count. */
    async function work(name: string) {
      const target = (await accounts[name]?.()) ?? { username: '', email: '' };
      const page = await people.open();
      const hashes = verify();
      query.mockClear();
      for (const fields of attempts[attempt]?.(target) ?? []) await page.answer(fields);
      const texts = query.mock.calls.map(([given]: unknown[]) => {
        const text = typeof given === 'string' ? given : ((given as { text?: string }).text ?? '');
        return text.trim().replaceAll(/\s+/g, ' ');
      });
      const compared = hashes.mock.calls.length;
      hashes.mockRestore();
      return {
        texts: texts.filter((text) => ofFlows.test(text) && !ofOthers.test(text)),
        compared,
      };
    }

    /** Of two answers, because maintenance may run during one of them: its next run is a minute later. */
    async function workAlone(name: string, expected?: string[]) {
      const first = await work(name);
      if (expected && isDeepStrictEqual(first.texts, expected)) return first;
      const second = await work(name);
      return first.texts.length < second.texts.length ? first : second;
    }

    test.each([true, false])(
      'takes the same statements and hashes, whichever account there is (sign-up: %s)',
      async (isOpen) => {
        await people.policy({ signUp: { isOpen } });
        await work('an account');
        const expected = await workAlone('no account');
        for (const name of names) {
          const { texts, compared } = await workAlone(name, expected.texts);
          expect([name, compared]).toEqual([name, expected.compared]);
          expect(texts).toEqual(expected.texts);
        }
        expect(expected.compared).toBe(attempt === 'a wrong password for a username' ? 1 : 0);
      },
    );
  },
);

test.each(['a wrong password for a username', 'the request of a code', 'a forgotten password'])(
  'A2: the time of %s does not depend on whether there is an account',
  async (attempt) => {
    await people.policy({ signUp: { isOpen: false } });
    const measured = ['an account', 'no account', 'a suspended account', 'an account without a password'];
    const times = new Map(measured.map((name): [string, number[]] => [name, []]));
    const count = sized(3, 100);
    for (let round = 0; round < count; round++)
      for (const name of measured.toSorted(() => Math.random() - 0.5)) {
        const target = (await accounts[name]?.()) ?? { username: '', email: '' };
        const page = await people.open();
        const begun = performance.now();
        for (const fields of attempts[attempt]?.(target).slice(0, 2) ?? []) await page.answer(fields);
        times.get(name)?.push(performance.now() - begun);
      }
    // A sample of three never differs so much: at full size it happens once in 100,000 runs.
    const unknown = times.get('no account') ?? [];
    const differences = measured.map((name) => [name, mannWhitney(times.get(name) ?? [], unknown)] as const);
    expect(differences.filter(([, difference]) => Math.abs(difference) > 4.5)).toEqual([]);
  },
);

test('A3: an unknown identifier is locked like an account: same answers, same time', async () => {
  const ada = await people.person();
  const elevenTimes = async (identifier: string) => {
    const seen: unknown[] = [];
    for (let attempt = 0; attempt < 11; attempt++) {
      const { status, problem } = await (await people.open()).answer({ identifier, password: 'wrong' });
      seen.push([status, problem?.name, problem?.text]);
    }
    return seen;
  };
  const known = await elevenTimes(ada.username ?? '');
  expect(await elevenTimes('unknown')).toEqual(known);
  expect(known.slice(8).map((one) => (one as unknown[])[1])).toEqual(['wrong-password', 'locked', 'locked']);
});

/** The words of these passwords for one identifier, in a new browser each. */
async function wordsFor(identifier: string, passwords: readonly string[]): Promise<string[]> {
  const seen: string[] = [];
  for (const given of passwords) {
    const page = await people.open();
    const answer = await page.visitor.post(page.url, { identifier, password: given });
    const words = (await answer.text()).replaceAll(identifier, 'typed').replaceAll(/[A-Z2-9]{4}-[A-Z2-9]{4}/g, '');
    const { waits } = people.issuer;
    seen.push(`${answer.status} ${waits.at(-1)} ${words.replaceAll(/\/sign-in\/[\w-]+|"challenge":"[\w-]+"/g, '')}`);
  }
  return seen;
}

describe('A3: the lock of an account', () => {
  const wrong = Array.from({ length: 9 }, () => 'wrong');

  test('does not show which other identifiers belong to it, not even with the right password', async () => {
    const ada = await people.person();
    await failTenTimes(ada.username ?? '');
    expect(await wordsFor(ada.username ?? '', [password])).toMatchObject([expect.stringMatching(/^429 /)]);
    const unknown = await wordsFor('unknown9@example.com', [...wrong, 'wrong', 'wrong']);
    expect(unknown.map((words) => words.slice(0, 3))).toEqual([...wrong.map(() => '422'), '429', '429']);
    expect(await wordsFor(ada.email ?? '', [password, ...wrong, password])).toEqual(unknown);
    expect(await people.lockouts(ada.id)).toBe(1);
    const { id } = ada;
    expect(await people.prisma.event.count({ where: { type: 'PostSignIn', subjectId: id } })).toBe(0);
  });

  test('holds for all identifiers, and ends for all of them', async () => {
    const ada = await people.person();
    for (let attempt = 0; attempt < 5; attempt++)
      for (const identifier of [ada.username ?? '', ada.email ?? ''])
        expect(await (await people.open()).answer({ identifier, password: 'wrong' })).toMatchObject({ status: 422 });
    expect(await people.lockouts(ada.id)).toBe(1);
    for (const identifier of [ada.username ?? '', ada.email ?? ''])
      expect(await (await people.open()).answer({ identifier, password })).toMatchObject({ status: 422 });
    people.issuer.advance(15 * 60 + 1);
    expect(await withPassword(await people.open(), ada)).toMatchObject({ next: expect.any(String) });
  });

  test('does not show that a phone number and an address are those of one account, in a reset either', async () => {
    await people.policy({ first: ['password', 'phone-code'], phone: { countries: ['DE'] } });
    // An address that begins with a digit is no phone number.
    const email = `49151${String(++strangers)}@example.com`;
    const phone = `+4915123${String(100_000 + strangers)}`;
    const ada = await people.person({ email, phone, phoneVerifiedAt: new Date() });
    const resetBy = async (identifier: string) => {
      const page = await people.open();
      await page.answer({ way: 'reset' });
      await page.answer({ identifier });
      return page;
    };
    for (let round = 0; round < 2; round++) {
      const page = await resetBy(ada.phone ?? '');
      for (let attempt = 0; attempt < 5; attempt++) await page.answer({ code: '12345' });
      people.issuer.advance(61);
    }
    expect(await (await resetBy(ada.phone ?? '')).answer({ code: '12345' })).toMatchObject({
      problem: { name: 'locked' },
    });
    const page = await resetBy(ada.email ?? '');
    const code = await codeFor(people.issuer, ada.email ?? '');
    expect(await page.answer({ code })).toMatchObject({ status: 422, problem: { name: 'wrong-code' } });
    await people.policy({ signUp: { isOpen: true } });
  });
});

test('A5: the passkeys that a page offers before the first verification name no account', async () => {
  const ada = await people.person();
  for (const identifier of [ada.username ?? '', 'unknown']) {
    const page = await people.open();
    const shown = await page.answer({ identifier, password: `not ${password}` });
    expect(shown.step?.details).toMatchObject({ passkey: { allowCredentials: [] } });
  }
});
