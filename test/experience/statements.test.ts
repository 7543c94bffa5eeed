import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { codeFor, openPage } from '../support/browsers/flow-pages.ts';
import { addUser, password } from '../support/issuer.ts';
import { setPolicy, sharePages } from '../support/browsers/pages.ts';

const { issuer, web } = sharePages();
const query = vi.spyOn(pg.Client.prototype, 'query');
afterAll(async () => {
  query.mockRestore();
});

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? '');

/** The statements of an answer, without those that begin and end transactions. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  query.mockClear();
  await work();
  const texts = query.mock.calls.map(([statement]) => textOf(statement).trim().replaceAll(/\s+/g, ' '));
  // Only those of the request: others poll the log.
  return texts.filter(
    (text) => !/^(BEGIN|COMMIT|SAVEPOINT|RELEASE|SET )/i.test(text) && !/event_head|webhooks|messages/.test(text),
  );
}

test('a password takes nine statements, those of the issuer included', async () => {
  const user = await addUser(issuer.database.prisma);
  const first = await openPage(issuer, web);
  await first.answer({ identifier: user.username ?? '', password });
  const page = await openPage(issuer, web);
  const statements = await statementsOf(() => page.answer({ identifier: user.username ?? '', password }));
  expect(statements).toHaveLength(9);
});

test('an answer reads its flow once, from the address to the account', async () => {
  await setPolicy(issuer, { signUp: { isOpen: true, requires: ['name'] } });
  const email = 'read-once@example.com';
  const page = await openPage(issuer, web);
  const readsOf = async (fields: Record<string, string>) => {
    const statements = await statementsOf(() => page.answer(fields));
    return statements.filter((text) => text.includes('LEFT JOIN flows AS flow')).length;
  };
  expect(await readsOf({ identifier: email, password: 'wrong' })).toBe(1);
  expect(await readsOf({ way: 'email-code', identifier: email })).toBe(1);
  const code = await codeFor(issuer, email);
  expect(await readsOf({ code: code === '000000' ? '000001' : '000000' })).toBe(1);
  expect(await readsOf({ code })).toBe(1);
  expect(await readsOf({ name: 'Ada' })).toBe(1);
  expect(await page.finish()).toMatchObject({ sub: expect.any(String) });
});
