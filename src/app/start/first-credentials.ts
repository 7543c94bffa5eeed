import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';

/** The credentials of the first start in plain text: shown or written to a file once, and not in the database. */
export interface FirstStart {
  username: string;
  password: string;
  clientId: string;
  clientSecret: string;
}

/** The file with the generated credentials of a first start, if no terminal shows them. */
export const credentialsFile = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(resolve(dataDir), 'first-credentials.txt');

/** Whether a first start makes credentials that have to be shown or stored. */
export const makesCredentials = ({ adminPassword, clientSecret }: Config['bootstrap']): boolean =>
  adminPassword === undefined || clientSecret === undefined;

/** The credentials as text, without those that were given. */
export function credentialLines(start: FirstStart, bootstrap: Config['bootstrap']): string[] {
  return [
    '  First administrator',
    ...rows([
      ['Username', bootstrap.adminEmail ? `${start.username}, or ${bootstrap.adminEmail}` : start.username],
      ['Password', bootstrap.adminPassword ? 'as set in BOOTSTRAP_ADMIN_PASSWORD' : start.password],
    ]),
    '',
    '  First application (machine-to-machine, every permission of the Management API)',
    ...rows([
      ['Client ID', start.clientId],
      ['Client secret', bootstrap.clientSecret ? 'as set in BOOTSTRAP_CLIENT_SECRET' : start.clientSecret],
    ]),
  ];
}

export function rows(pairs: [string, string][]): string[] {
  return pairs.map(([name, value]) => `    ${name.padEnd(16)}${value}`);
}
