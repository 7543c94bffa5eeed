import type { FirstStart } from './bootstrap.ts';
import type { Config } from '../config.ts';

/** The text that is printed when the platform listens: its addresses and, on the first start, the credentials. */
export function startupMessage(
  { publicUrl, issuer, managementResource, bootstrap }: Config,
  firstStart: FirstStart | null,
  inboxToken: string | null,
): string {
  const addresses = rows([
    ['Console', `${publicUrl}/console/`],
    ['Issuer', issuer],
    ['Discovery', `${issuer}/.well-known/openid-configuration`],
    ['GraphQL', `${publicUrl}/graphql`],
    ['REST', managementResource],
    ['REST reference', `${managementResource}/docs`],
    ['Health', `${publicUrl}/readyz`],
    ...(inboxToken === null ? [] : inboxRows(publicUrl, inboxToken)),
  ]);
  return [
    '',
    `  Mandate listens at ${publicUrl}`,
    '',
    ...addresses,
    ...(firstStart ? credentials(firstStart, bootstrap) : []),
    '',
    '',
  ].join('\n');
}

const inboxRows = (publicUrl: string, token: string): [string, string][] => [
  ['Inbox', `${publicUrl}/inbox`],
  ['from elsewhere', `${publicUrl}/inbox?token=${token}`],
];

function credentials(made: FirstStart, given: Config['bootstrap']): string[] {
  return [
    '',
    '  First start. These credentials are shown only once: store them.',
    '',
    '  First administrator',
    ...rows([
      ['Username', given.adminEmail ? `${made.username}, or ${given.adminEmail}` : made.username],
      ['Password', given.adminPassword ? 'as set in BOOTSTRAP_ADMIN_PASSWORD' : made.password],
    ]),
    '',
    '  First application (machine-to-machine, every permission of the Management API)',
    ...rows([
      ['Client ID', made.clientId],
      ['Client secret', given.clientSecret ? 'as set in BOOTSTRAP_CLIENT_SECRET' : made.clientSecret],
    ]),
  ];
}

function rows(pairs: [string, string][]): string[] {
  return pairs.map(([name, value]) => `    ${name.padEnd(16)}${value}`);
}
