import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';
import { password, passwords } from '../support/password.ts';
import { type Effort, Person } from './person.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
  const passwordHash = await passwords.hash(password);
  for (const email of ['joan@bletchley.example', 'clarke@bletchley.example']) {
    await create('createUser', { name: 'Joan Clarke', email, passwordHash });
  }
});
afterAll(() => console_[Symbol.asyncDispose]());

const create = (operation: string, input: object): Promise<object> => {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  return console_.call(`mutation ($input: ${type}!) { ${operation}(input: $input) { isReplay } }`, { input });
};

/** Prints what a task has cost, and compares it with the most that it may. */
function expectAtMost(task: string, effort: Effort, most: Effort): void {
  console.log(`${task}: ${effort.presses} presses, ${effort.fields} fields, ${effort.dialogs} dialogs`);
  for (const unit of ['presses', 'fields', 'dialogs'] as const) {
    expect(effort[unit], `${unit} of: ${task}`).toBeLessThanOrEqual(most[unit]);
  }
}

/** The id below the name of an application in its list, and the secret that was shown. */
interface Credentials {
  id: string;
  clientSecret: string;
}

async function makesApplication(
  person: Person,
  name: string,
  type: string,
  fill: () => Promise<void>,
): Promise<Credentials> {
  await person.opens('button', 'New application', 'Create application');
  await person.presses('button', new RegExp(`^${type} `));
  await person.types('Name', name);
  await fill();
  await person.presses('button', 'Create application');
  const clientSecret = await (await person.sees(/^[\w-]{40,}$/)).innerText();
  await person.leavesBy('I have kept it');
  const row = await person.seesThe('link', new RegExp(`^${name} app_`));
  return { id: (await row.innerText()).match(/app_\w+/)?.[0] ?? '', clientSecret };
}

/** The exchange of a token that Joan got from the web application, by the backend that she calls with it. */
async function exchange(web: Credentials, backend: Credentials): Promise<object> {
  const { issuer } = console_.app.config;
  const shop = await relyingParty(issuer, web);
  const { tokens } = await shop.signIn('clarke@bletchley.example', { resource: 'https://reports.example.com' });
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${backend.id}:${backend.clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      subject_token: tokens.access_token,
      resource: 'https://payments.example.com',
    }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

describe('a person who knows the words, and not the console,', () => {
  it('sets up an exchange from nothing, makes one, and sees why it was granted', { timeout: 120_000 }, async () => {
    const person = new Person(await console_.open('/'));
    await person.presses('link', 'API resources');
    for (const name of ['Reports', 'Payments']) {
      await person.opens('button', 'New API resource', 'Create API resource');
      await person.types('Name', `${name} API`);
      await person.types('Indicator', `https://${name.toLowerCase()}.example.com`);
      await person.adds('Scopes', `${name.toLowerCase()}:read`);
      await person.leavesBy('Create API resource');
      await person.sees(`API resource created: ${name} API`);
    }
    await person.presses('link', 'Roles');
    await person.opens('button', 'New role', 'Create role');
    await person.chooses('API resource', 'Payments');
    await person.presses('button', /^Reader /);
    await person.chooses('Users', 'Joan', 'Joan Clarke clarke@bletchley.example');
    await person.sees('User with 1 more role: Joan Clarke');
    await person.leavesBy('Create role');
    await person.presses('link', 'Applications');
    const web = await makesApplication(person, 'Shop', 'Web with a server', () =>
      person.types('Redirect URIs', redirectUri),
    );
    const backend = await makesApplication(person, 'Reports backend', 'Machine to machine', () =>
      person.presses('checkbox', 'Token exchange allowed'),
    );
    const effort = person.takeEffort();
    expect(await exchange(web, backend)).toMatchObject({ status: 200, scope: 'payments:read' });
    await person.presses('link', 'Explain an exchange');
    await person.chooses('Application', 'Reports backend');
    await person.chooses('User', 'Joan', 'Joan Clarke clarke@bletchley.example');
    await person.chooses('API resource', 'Payments');
    await person.sees(/^✓ The exchange would be granted: payments:read ·/);
    expectAtMost('an exchange from nothing', effort, { presses: 22, fields: 12, dialogs: 5 });
    expectAtMost('why it was granted', person.takeEffort(), { presses: 4, fields: 3, dialogs: 0 });
    expect(console_.complaints).toEqual([]);
  });
});
