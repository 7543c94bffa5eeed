import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { lookAfterAccount } from './account.ts';
import { Browser, openPage, type WebApplication } from './browser.ts';
import type { Management } from './management.ts';
import { say, show, showSignIn, step } from './print.ts';

const levelTwo = 'urn:mandate:level:2';

/**
 * The second act: a newcomer signs up with the code from the inbox, sets up an authenticator app, forgets the password,
 * comes back, and looks after the account. Needs an open sign-up and the inbox, which a platform in production does not
 * have.
 */
export async function welcomeNewcomer(url: string, application: WebApplication, management: Management): Promise<void> {
  const email = `grace-${randomBytes(4).toString('hex')}@example.com`;
  const missing = await missingFor(url, application);
  step('A newcomer signs up');
  if (missing) return say(`Skipped: ${missing}.`);
  const person = { email, inbox: openInbox(url, email), application, password: randomBytes(12).toString('base64url') };
  try {
    await signUp(person);
    const app = await setUpApp(person);
    const password = await resetPassword(person, app.backupCodes[0] ?? '');
    const browser = await comeBack({ ...person, password }, app.nextCode());
    await lookAfterAccount(url, application, browser);
  } finally {
    await remove(management, email);
  }
}

interface Person {
  email: string;
  password: string;
  /** The code of the next mail. */
  inbox: () => Promise<string>;
  application: WebApplication;
}

async function missingFor(url: string, application: WebApplication): Promise<string | undefined> {
  const inbox = await fetch(`${url}/inbox.json?wait=0`);
  await inbox.arrayBuffer();
  if (!inbox.ok) return 'this platform has no inbox for this machine';
  const { shown } = await openPage(application);
  return shown.step?.ways.includes('sign-up') ? undefined : 'sign-up is closed, see SIGN_UP in docs/operating.md';
}

function openInbox(url: string, email: string): () => Promise<string> {
  let last = '';
  return async () => {
    const after = last && `&after=${last}`;
    const response = await fetch(`${url}/inbox.json?to=${email}&wait=10${after}`);
    const { messages } = (await response.json()) as { messages: { id: string; code: string; subject: string }[] };
    const [message] = messages;
    if (!message) throw new Error('no mail with a code arrived');
    last = message.id;
    say(`In the inbox: "${message.subject}"`);
    return message.code;
  };
}

async function signUp({ email, password, inbox, application }: Person): Promise<void> {
  const page = await openPage(application);
  await page.answer({ way: 'sign-up' });
  await page.answer({ identifier: email });
  say(`The page sends a code to ${email}. The account is created once the code is entered.`);
  await page.answer({ code: await inbox() });
  await page.answer({ password });
  const tokens = await page.finish();
  show({ sub: tokens.claims()?.sub, email });
}

async function setUpApp({ email, password, application }: Person) {
  step('An application asks for two factors (acr_values), and the newcomer sets up an authenticator app');
  const page = await openPage(application, { acr_values: levelTwo });
  const { step: enroll } = await page.answer({ identifier: email, password });
  const totp = new TOTP({ secret: Secret.fromBase32((enroll?.details.app?.key ?? '').replaceAll(' ', '')) });
  const used = totp.counter();
  const { step: codes } = await page.answer({ code: totp.generate() });
  const { backupCodes = [] } = codes?.details ?? {};
  say(`The page shows ${backupCodes.length} backup codes, once.`);
  await page.answer({});
  showSignIn(await page.finish());
  // Each code is accepted once. The next one is accepted already, because clocks differ.
  const nextCode = () => totp.generate({ timestamp: Math.max(Date.now(), (used + 1) * 30_000) });
  return { backupCodes, nextCode };
}

async function resetPassword({ email, inbox, application }: Person, backupCode: string): Promise<string> {
  step('The newcomer forgets the password: a code by email and a backup code set a new one');
  const page = await openPage(application);
  await page.answer({ way: 'reset' });
  await page.answer({ identifier: email });
  await page.answer({ code: await inbox() });
  await page.answer({ way: 'backup-code' });
  await page.answer({ 'backup-code': backupCode });
  const password = randomBytes(12).toString('base64url');
  await page.answer({ password });
  say('All sessions have ended. The reset itself signs no one in.');
  return password;
}

async function comeBack({ email, password, application }: Person, code: string): Promise<Browser> {
  step('The newcomer comes back, with the new password and the app');
  const browser = new Browser();
  const page = await openPage(application, {}, browser);
  await page.answer({ identifier: email, password });
  await page.answer({ code });
  showSignIn(await page.finish());
  return browser;
}

async function remove({ call }: Management, email: string): Promise<void> {
  const { users } = await call<{ users: { nodes: { id: string }[] } }>(
    'query ($email: String!) { users(filter: { email: $email }) { nodes { id } } }',
    { email },
  );
  for (const { id } of users.nodes)
    await call('mutation ($userId: ID!) { deleteUser(input: { userId: $userId }) { deletedUserId } }', { userId: id });
}
