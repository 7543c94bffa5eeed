import type { FirstStart } from './bootstrap.ts';
import type { Config } from '../config.ts';

/** What the terminal shows once the platform listens: its addresses and, on the first start, the credentials that were made. */
export function welcome(
  { publicUrl, issuer, managementResource, bootstrap }: Config,
  firstStart: FirstStart | null,
): string {
  const addresses = rows([
    ['Issuer', issuer],
    ['Discovery', `${issuer}/.well-known/openid-configuration`],
    ['GraphQL', `${publicUrl}/graphql`],
    ['REST', managementResource],
    ['REST, described', `${managementResource}/docs`],
    ['Health', `${publicUrl}/readyz`],
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

function credentials(made: FirstStart, given: Config['bootstrap']): string[] {
  return [
    '',
    '  First start. These credentials are shown this once: keep them.',
    '',
    '  First administrator',
    ...rows([
      ['Username', given.adminEmail ? `${made.username}, or ${given.adminEmail}` : made.username],
      ['Password', given.adminPassword ? 'as given in BOOTSTRAP_ADMIN_PASSWORD' : made.password],
    ]),
    '',
    '  First application (machine-to-machine, every permission of the Management API)',
    ...rows([
      ['Client id', made.clientId],
      ['Client secret', given.clientSecret ? 'as given in BOOTSTRAP_CLIENT_SECRET' : made.clientSecret],
    ]),
  ];
}

function rows(pairs: [string, string][]): string[] {
  return pairs.map(([name, value]) => `    ${name.padEnd(16)}${value}`);
}
