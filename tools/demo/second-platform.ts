import { randomBytes } from 'node:crypto';
import { arriveAt, Browser, openPage, type WebApplication } from './browser.ts';
import { connectPlatforms, type Managed } from './identity-provider.ts';
import { type Management, signInAsApplication } from './management.ts';
import type { Credentials } from './person.ts';
import { startPlatform } from './platform.ts';
import { say, show, showSignIn, showTable, step } from './print.ts';

/**
 * Another act: a customer has a platform of its own, which becomes an identity provider of the first one. A person of
 * the customer signs in there, and is signed in here.
 */
export async function welcomeCustomer(here: Managed, application: WebApplication): Promise<void> {
  step('A customer has a platform of its own, which becomes an identity provider');
  const platform = await startPlatform();
  try {
    const there = { url: platform.url, management: await signInAsApplication(platform.url, platform) };
    const domain = `customer-${randomBytes(4).toString('hex')}.example`;
    const person = await addPerson(there.management, domain);
    say(`${person.email} has an account at ${there.url}, and none here.`);
    const { identityProviderId } = await connectPlatforms(here, there, { domains: [domain], addressTrust: 'DOMAINS' });
    try {
      if (await isReached(here.management, identityProviderId)) await signInThere(here.management, application, person);
    } finally {
      await removeAll(here.management, identityProviderId);
    }
  } finally {
    await platform.close();
  }
}

async function addPerson({ call }: Management, domain: string): Promise<Credentials> {
  const person = { email: `mary@${domain}`, password: randomBytes(12).toString('base64url') };
  await call('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', {
    input: { ...person, name: 'Mary Somerville' },
  });
  return person;
}

interface Tested {
  testIdentityProvider: { steps: { step: string; isPassed: boolean; message: string }[] };
}

/** Prints the test of an identity provider. Whether it has passed. */
async function isReached({ call }: Management, identityProviderId: string): Promise<boolean> {
  const { testIdentityProvider: tested } = await call<Tested>(
    'mutation ($input: TestIdentityProviderInput!) { testIdentityProvider(input: $input) { steps { step isPassed message } } }',
    { input: { identityProviderId } },
  );
  showTable(tested.steps.map(({ step: name, isPassed, message }) => [name, isPassed ? 'passed' : 'failed', message]));
  const isPassed = tested.steps.every((one) => one.isPassed);
  if (!isPassed) say('Skipped: the platform needs IDENTITY_PROVIDER_ALLOWED_HOSTS=localhost.');
  return isPassed;
}

/** The person has two browsers here: one for each host, as cookies are kept by host. */
async function signInThere(
  management: Management,
  application: WebApplication,
  { email, password }: Credentials,
): Promise<void> {
  step('A person of the customer types the address, signs in there, and comes back to the application');
  const page = await openPage(application);
  const { step: leaving } = await page.answer({ identifier: email });
  const elsewhere = await arriveAt(new URL(leaving?.details.next ?? ''), new Browser());
  await elsewhere.answer({ identifier: email, password });
  const shown = await page.comeBack(await elsewhere.leave());
  say(`The customer's platform leads back, and the page knows who it is: ${shown.step?.details.identity}.`);
  await page.answer({});
  const tokens = await page.finish();
  showSignIn(tokens);
  say('The account here is new, and linked with that of the customer:');
  show(await identitiesOf(management, tokens.claims()?.sub ?? ''));
}

async function identitiesOf({ call }: Management, id: string): Promise<unknown> {
  const { user } = await call<{ user: unknown }>(
    'query ($id: ID!) { user(id: $id) { id email identities { subject identityProvider { name } } } }',
    { id },
  );
  return user;
}

interface Linked {
  identityProvider: { identities: { nodes: { user: { id: string } }[] } };
}

/** Deletes the identity provider, and the accounts of its people. */
async function removeAll({ call }: Management, identityProviderId: string): Promise<void> {
  const { identityProvider } = await call<Linked>(
    'query ($id: ID!) { identityProvider(id: $id) { identities { nodes { user { id } } } } }',
    { id: identityProviderId },
  );
  for (const { user } of identityProvider.identities.nodes)
    await call('mutation ($input: DeleteUserInput!) { deleteUser(input: $input) { deletedUserId } }', {
      input: { userId: user.id },
    });
  await call(
    'mutation ($input: DeleteIdentityProviderInput!) { deleteIdentityProvider(input: $input) { deletedIdentityProviderId } }',
    { input: { identityProviderId } },
  );
}
