import { beforeEach, describe, expect, test } from 'vitest';
import { platformActor } from '../../src/kernel/actor.ts';
import { updateUser } from '../../src/operations/users/update-user.ts';
import { perFile } from '../support/per-file.ts';
import { startPeople, withCode } from './people.ts';

const people = perFile(startPeople);
beforeEach(() => people.policy({ signUp: { isOpen: true } }));

const signedIn = { next: expect.any(String) };
const origin = { requestId: 'req_test', channel: 'rest' } as const;

describe('D1: an account that Eve begins with the address of Ada', () => {
  test('does not exist before Ada comes, and has nothing of Eve afterwards', async () => {
    const email = 'ada.d1@example.com';
    const eves = await people.open();
    await eves.answer({ way: 'sign-up' });
    await people.codeAfter(email, () => eves.answer({ identifier: email }));
    for (const answer of [{ password: 'the password of eve' }, { step: 'fields', password: 'the password of eve' }])
      expect(await eves.answer(answer)).not.toMatchObject(signedIn);
    expect(await people.prisma.user.count({ where: { email } })).toBe(0);
    people.issuer.advance(31);
    const adas = await people.open();
    expect(await withCode(people, adas, { email })).toMatchObject({ step: { name: 'fields' } });
    expect(await adas.answer({ password: 'seven wooden ships at sea' })).toMatchObject(signedIn);
    const guess = { identifier: email, password: 'the password of eve' };
    expect(await (await people.open()).answer(guess)).toMatchObject({ problem: { name: 'wrong-password' } });
    // A flow that Eve has begun leads nowhere, even with a code that Ada receives later.
    expect((await eves.get()).step?.name).toBe('code');
    expect(await eves.answer({ code: '000000' })).not.toMatchObject(signedIn);
  });

  test('signs Ada in instead of Eve, if Ada has one: nothing of the sign-up is stored', async () => {
    const ada = await people.person();
    const page = await people.open();
    await page.answer({ way: 'sign-up' });
    const code = await people.codeAfter(ada.email, () => page.answer({ identifier: ada.email ?? '' }));
    expect(await page.answer({ code, password: 'of eve' })).toMatchObject(signedIn);
    const stored = await people.prisma.user.findUniqueOrThrow({ where: { id: ada.id }, omit: { passwordHash: false } });
    expect(stored).toMatchObject({ email: ada.email, username: ada.username });
    expect(await people.issuer.passwords.verify(stored.passwordHash, 'of eve')).toBe(false);
  });
});

describe('D6: an address that an administrator entered', () => {
  test('recovers nothing before it is verified, if the account has a password', async () => {
    const ada = await people.person();
    const email = 'eve.d6@example.com';
    await people.issuer.execute(updateUser, platformActor, { userId: ada.id, email }, origin);
    const page = await people.open();
    await page.answer({ way: 'reset' });
    await page.answer({ identifier: email });
    const shown = await page.answer({ code: '000000' });
    expect(shown.problem?.name).toBe('wrong-code');
    expect(await people.prisma.message.findMany({ where: { recipient: email } })).toMatchObject([
      { state: 'withheld' },
    ]);
    const other = await people.open();
    people.issuer.advance(31);
    expect(await withCode(people, other, { email })).toMatchObject({ step: { name: 'password' } });
  });
});
