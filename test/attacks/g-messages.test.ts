import { beforeEach, describe, expect, test } from 'vitest';
import { openPage } from '../support/browsers/flow-pages.ts';
import { addApplication } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';
import { startPeople, withCode, withPassword } from './people.ts';

const people = perFile(startPeople);
beforeEach(() => people.policy({ signUp: { isOpen: true, requires: ['name', 'password'] } }));

const signedIn = { next: expect.any(String) };

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string | null;
}
async function mailTo(address: string | null): Promise<Mail> {
  const response = await fetch(`${people.issuer.url}/inbox.json?to=${encodeURIComponent(address ?? '')}&wait=20`);
  const { messages } = (await response.json()) as { messages: Mail[] };
  if (!messages[0]) throw new Error(`no mail to ${address}`);
  return messages[0];
}

test('G1: a name with line breaks, markup and 10,000 characters is one short line of text in a mail', async () => {
  const name = `Shop\r\nBcc: eve@example.com\r\n\r\n<img src=x onerror=alert(1)>https://evil.example${'x'.repeat(10_000)}`;
  const { prisma } = people.issuer.database;
  const application = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri], name });
  const web = await relyingParty(people.issuer.issuer, application);
  const ada = await people.person();
  const page = await openPage(people.issuer, web);
  await page.answer({ way: 'email-code', identifier: ada.email ?? '' });
  const mail = await mailTo(ada.email);
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.subject.length).toBeLessThan(200);
  expect(mail.html).not.toContain('<img src=x');
  expect(mail.text + mail.html).not.toMatch(/^Bcc:/m);
  expect(mail.text + mail.html).not.toMatch(/https?:\/\/evil\.example/);
});

test('G2: the code that Eve requests for the address of Ada contains nothing that Eve has typed', async () => {
  const address = 'ada.g2@example.com';
  const page = await people.open();
  const typed = {
    name: 'Win a prize',
    username: 'win_a_prize',
    terms: 'prize',
    applicationName: 'prize',
    link: 'https://prize.example',
  };
  await page.answer({ way: 'sign-up', ...typed });
  await page.answer({ identifier: address, ...typed });
  const mail = await mailTo(address);
  expect(JSON.stringify(mail)).not.toMatch(/prize/i);
});

describe('G3: spellings of one address or username', () => {
  test('are one account, in any case, width and composition', async () => {
    await people.person({ email: 'zoë.g3@example.com', username: 'ada_g3' });
    const spellings = [
      'ADA_G3',
      'ａｄａ＿ｇ３',
      ' Ada_G3 ',
      'ZOË.G3@EXAMPLE.COM',
      'zoe\u0308.g3@example.com',
      'ｚｏë.g3@example.com',
    ];
    for (const username of spellings)
      expect([username, await withPassword(await people.open(), { username })]).toMatchObject([username, signedIn]);
  });

  test('cannot be registered twice', async () => {
    const ada = await people.person({ email: 'grace.g3@example.com' });
    const page = await people.open();
    await page.answer({ way: 'sign-up' });
    const code = await people.codeAfter(ada.email, () => page.answer({ identifier: 'ＧＲＡＣＥ.g3@Example.com' }));
    expect(await page.answer({ code })).toMatchObject(signedIn);
    expect(await page.finish()).toMatchObject({ sub: ada.id });
  });

  test('spellings that only look alike are other accounts', async () => {
    await people.person({ username: 'bill_g3' });
    for (const username of ['bıll_g3', 'bіll_g3', 'bil1_g3'])
      expect(await withPassword(await people.open(), { username })).toMatchObject({
        problem: { name: 'wrong-password' },
      });
  });
});

test('G4: passwords, codes and cookies are in no table, event or log entry', async () => {
  const ada = await people.personWithApp();
  const page = await people.open();
  await withPassword(page, ada, 'a wrong password of ada');
  const code = await people.codeAfter(ada.email, () => page.answer({ way: 'email-code', identifier: ada.email ?? '' }));
  await page.answer({ code });
  const app = ada.code();
  expect(await page.answer({ code: app, trust: 'yes' })).toMatchObject(signedIn);
  await page.finish();
  const address = 'new.g4@example.com';
  const sign = await people.open();
  await withCode(people, sign, { email: address });
  await sign.answer({ name: 'New', password: 'seven wooden ships at sea' });
  const device = page.visitor.cookies().find(([name]) => name.includes('device'))?.[1] ?? '';
  const secrets = ['a wrong password of ada', 'seven wooden ships at sea', device];
  expect(device).toHaveLength(43);
  const tables = await people.prisma.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'inbox%'`;
  expect(tables.length).toBeGreaterThan(40);
  for (const { name } of tables) {
    const rows = await people.prisma.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM "${name}" AS t`);
    const text = rows.map(({ row }) => row).join('\n');
    for (const secret of secrets)
      expect([name, text.includes(secret), text.includes(hex(secret))]).toEqual([name, false, false]);
    // Six digits alone also occur in times and ids.
    for (const digits of [code, app])
      expect([name, new RegExp(`["(,]${digits}["),]`).test(text)]).toEqual([name, false]);
  }
  expect(secrets.filter((secret) => people.issuer.faults.join('').includes(secret))).toEqual([]);
});

const hex = (text: string): string => Buffer.from(text).toString('hex');
