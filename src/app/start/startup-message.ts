import type { Config } from '../../config.ts';
import { credentialLines, type FirstStart, rows } from './first-credentials.ts';

/** The text in a terminal when the platform listens: its addresses and, on the first start, the credentials. */
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
    ...(firstStart ? [...onlyNow, ...credentialLines(firstStart, bootstrap)] : []),
    '',
    '',
  ].join('\n');
}

const inboxRows = (publicUrl: string, token: string): [string, string][] => [
  ['Inbox', `${publicUrl}/inbox`],
  ['from elsewhere', `${publicUrl}/inbox?token=${token}`],
];

const onlyNow = ['', '  First start. These credentials are shown only once: store them.', ''];
