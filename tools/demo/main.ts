import { type ApiAAnswer, callApiA, startApiA } from './api-a.ts';
import { startApiB } from './api-b.ts';
import { governDelegation } from './delegation.ts';
import { explain } from './explanation.ts';
import { signInAsApplication, type Management } from './management.ts';
import { signIn } from './person.ts';
import { welcomeNewcomer } from './newcomer.ts';
import { findPlatform, type Platform } from './platform.ts';
import { say, show, showClaims, step } from './print.ts';
import { createRecords, type Records } from './records.ts';
import { welcomeCustomer } from './second-platform.ts';

const help = `npm run demo: one delegated call from end to end, and the journey of a newcomer, step by step.

A person signs in, API A receives the person's access token, exchanges it for one for API B, and API B verifies it. Then
a newcomer signs up, sets up an authenticator app, forgets the password, comes back, adds a passkey on the account
pages, signs in with it on a phone, and looks at the sessions. Then a second platform, that of a customer, becomes an
identity provider, and a person of the customer signs in with it. At last, the map shows who acted for whom, and a rule
refuses the next exchange and states why.

Without settings it starts a temporary platform. To use a running platform:

  MANDATE_URL             its address (http://localhost:3000)
  MANDATE_CLIENT_ID       a machine-to-machine application with all permissions, for example the one
  MANDATE_CLIENT_SECRET   that the first start printed

The demonstration deletes the records that it creates.`;

async function demonstrate({ url, clientId, clientSecret }: Platform): Promise<void> {
  step('An administrator creates the records with GraphQL mutations');
  const management = await signInAsApplication(url, { clientId, clientSecret });
  const records = await createRecords(management);
  const services: { close(): void }[] = [];
  try {
    say(`API A is ${records.apiA.audience}, API B is ${records.apiB.audience}.`);
    say(`${records.person.email} holds reports:read on API A and orders:read on API B, through one role.`);
    const application = { issuer: `${url}/oidc`, ...records.webApplication };
    const apiAUrl = await runScenario(`${url}/oidc`, management, records, services);
    await welcomeNewcomer(url, application, management);
    await welcomeCustomer({ url, management }, application);
    step('The event log contains every change');
    await showEvents(management);
    await governDelegation({ management, records, application, apiAUrl });
  } finally {
    for (const service of services) service.close();
    await records.remove();
  }
}

async function runScenario(
  issuer: string,
  management: Management,
  records: Records,
  services: { close(): void }[],
): Promise<string> {
  const apiB = await startApiB({
    issuer,
    audience: records.apiB.audience,
    upstreamClientId: records.apiAClient.clientId,
  });
  const downstream = { audience: records.apiB.audience, url: apiB.url };
  const apiA = await startApiA({ issuer, audience: records.apiA.audience, ...records.apiAClient, downstream });
  services.push(apiA, apiB);

  step('A person signs in on the sign-in page; the application gets an access token for API A');
  const application = { issuer, ...records.webApplication, resource: records.apiA.audience, scope: 'reports:read' };
  const token = await signIn(application, records.person);
  showClaims(token);
  const call = (scope: string): Promise<ApiAAnswer> => callApiA(apiA.url, token, scope);

  step('API A requests an exchange before it is allowed');
  refused(await call('orders:read'), 'unauthorized_client');

  step('The administrator enables "Allow token exchange" for API A, and API A requests it again');
  await management.call(
    'mutation ($input: SetApplicationTokenExchangeInput!) { setApplicationTokenExchange(input: $input) { application { tokenExchangeAllowed } } }',
    { input: { applicationId: records.apiAClient.clientId, tokenExchangeAllowed: true } },
  );
  const { exchange, downstream: answer } = await call('orders:read');
  if (exchange.status !== 200 || answer?.status !== 200)
    throw new Error(`the exchange failed: ${JSON.stringify(exchange)}`);
  const { access_token: exchanged, ...rest } = exchange.body;
  show(rest);
  say('The new token is for API B, names the actor, and contains only scopes that the person holds there:');
  showClaims(String(exchanged));
  say('API B verified signature, issuer, audience, expiry, scope and client, and responded:');
  show(answer.body);

  step('API A requests a scope that the person does not hold');
  refused(await call('orders:write'), 'invalid_scope');

  step('The administrator requests an explanation');
  await explain(management, records, 'orders:write');

  step('The administrator suspends the person; the token that API A has can no longer be exchanged');
  await management.call(
    'mutation ($input: SetUserSuspendedInput!) { setUserSuspended(input: $input) { user { isSuspended } } }',
    { input: { userId: records.person.id, isSuspended: true } },
  );
  refused(await call('orders:read'), 'invalid_request');
  return apiA.url;
}

function refused({ exchange }: ApiAAnswer, error: string): void {
  if (exchange.body['error'] !== error) throw new Error(`expected ${error}: ${JSON.stringify(exchange)}`);
  say(`The token endpoint responded with ${exchange.status}:`);
  show(exchange.body);
}

interface EventLine {
  type: string;
  subject: { id: string };
  cause: { operation: string };
}

async function showEvents({ call }: Management): Promise<void> {
  const query = '{ events(last: 32) { nodes { type: typeName subject { id } cause { operation } } } }';
  const { events } = await call<{ events: { nodes: EventLine[] } }>(query);
  for (const { type, subject, cause } of events.nodes) {
    say(`${type.padEnd(31)} ${subject.id.padEnd(32)} by ${cause.operation}`);
  }
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(help);
  const platform = await findPlatform(process.env);
  try {
    console.log(`Mandate at ${platform.url}`);
    await demonstrate(platform);
    console.log('\nDone: the records of the demonstration are deleted.');
  } finally {
    await platform.close();
  }
}

await main().catch((error: Error) => {
  console.error(`\nThe demonstration failed: ${error.message}`);
  process.exitCode = 1;
});
