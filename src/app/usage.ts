import { documentedVariables } from '../config.ts';

/** A command as `--help` shows it. */
export interface Usage {
  meaning: string;
  /** Its only argument, which is required. */
  parameter?: string;
  /** It takes at most one of them; some are two words, in any order. */
  flags?: Readonly<Record<string, string>>;
}

/** Commands that work on the settings and the database as a whole. */
const platformCommands = {
  'check-config': { meaning: 'Read the settings and report everything that is wrong with them. Changes nothing.' },
  migrate: {
    meaning: 'Bring the database to this version, as a start does, and end.',
    flags: {
      '--plan': 'Show what would run and about how long it takes. Changes nothing.',
      '--breaking': 'Also run breaking migrations while other processes are connected.',
    },
  },
} satisfies Record<string, Usage>;

const identifier = { parameter: 'IDENTIFIER' };

/** Commands for a user, which work beside a running platform and without one. */
const userCommands = {
  unlock: { ...identifier, meaning: 'End the locks after failed attempts to sign in.' },
  'reset-password': {
    ...identifier,
    meaning: 'Set a new password, end all sessions and locks.',
    flags: { '--stdin': 'Read the password from standard input.' },
  },
  'remove-factors': { ...identifier, meaning: 'Remove passkeys, authenticator apps and backup codes.' },
  'make-administrator': { ...identifier, meaning: 'Give every permission of the Management API.' },
} satisfies Record<string, Usage>;

const policyCommands = {
  'policy-test': { parameter: 'FILE', meaning: 'Run the tests in FILE, and exit with 1 if one fails.' },
} satisfies Record<string, Usage>;

const keyCommands = {
  'replace-secrets-key': {
    meaning: 'Encrypt again what other keys have encrypted, and say whether they are still needed: then exit with 1.',
    flags: {
      '--dry-run': 'Only count.',
      '--lost': 'Name what no key decrypts, and what becomes of it.',
      '--lost --confirm': 'Withdraw lost signing keys for new ones, disable such webhooks, remove such second factors.',
    },
  },
} satisfies Record<string, Usage>;

/** Every command. */
export const commands = { ...platformCommands, ...userCommands, ...policyCommands, ...keyCommands };

export type CommandName = keyof typeof commands;
export type UserCommand = keyof typeof userCommands;

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

/** The usage of a command. `program` is the beginning of the line that called this program. */
export function callOf(program: string, name: CommandName): string {
  const { parameter, flags }: Usage = commands[name];
  const optional = flags && `[${Object.keys(flags).join(' | ')}]`;
  return [program, name, parameter, optional].filter(Boolean).join(' ');
}

/** The text of `--help` with a command. */
export function usageOf(program: string, name: CommandName): string {
  const { meaning, flags = {} }: Usage = commands[name];
  const lines = Object.entries(flags).map(([flag, what]) => line(flag, what));
  const more = `Other commands and the settings: ${program} --help`;
  return [`Usage: ${callOf(program, name)}`, '', meaning, ...lines, '', more, ''].join('\n');
}

/** The text of `--help`. */
export function usage(program: string): string {
  return [
    `Usage: ${program} [--help | --version]`,
    `       ${program} COMMAND`,
    '',
    'Without a command, the platform starts.',
    '',
    'Commands:',
    ...linesOf(platformCommands),
    '',
    'Commands for a user; IDENTIFIER is an email address, a username or the id of a user:',
    ...linesOf(userCommands),
    '',
    'Tests of a sign-in policy, without a platform; FILE is JSON with "policy" and "tests", as the REST API returns them:',
    ...linesOf(policyCommands),
    '',
    'The key of secrets, beside a running platform; before it, put the new key first in SECRETS_KEY of all processes:',
    ...linesOf(keyCommands),
    '',
    'Settings (environment variables):',
    ...documentedVariables.flatMap(({ name, meaning, otherwise }) => [
      line(name, meaning),
      line('', `Default: ${otherwise}.`),
    ]),
    '',
    'NAME_FILE names a file with the value of NAME, without the line break at its end, for these settings:',
    ...documentedVariables.filter(({ secret }) => secret).map(({ name }) => `  ${name}`),
    '',
  ].join('\n');
}

const line = (name: string, meaning: string): string => `  ${name.padEnd(31)} ${meaning}`;

const linesOf = (group: Readonly<Record<string, Usage>>): string[] =>
  Object.entries(group).flatMap(([name, { parameter, meaning, flags = {} }]) => [
    line(parameter === undefined ? name : `${name} ${parameter}`, meaning),
    ...Object.entries(flags).map(([flag, what]) => line(`  ${flag}`, what)),
  ]);
