import type { z } from 'zod';
import { presetOf } from '../../vocabulary/connectors/connector-presets.ts';
import type { HttpSettings, SmtpSettings } from '../../vocabulary/connectors/connector-shapes.ts';
import type { ConnectorDriver, ConnectorKind } from '../../vocabulary/connectors/connectors.ts';
import { omitUndefined } from '../events/changes.ts';
import type {
  ConnectorSecrets,
  createHttpSettings,
  createSmtpSettings,
  updateHttpSettings,
  updateSmtpSettings,
} from './connector-settings.ts';
import { badUserInput, Failure, type FieldProblem, invalidField } from '../failure.ts';
import { emailSchema, phoneSchema } from '../people/identifiers.ts';
import { defaultBody, templateProblem } from './message-template.ts';

/** The driver of a connector with its settings. */
export type DriverSettings = { driver: 'smtp'; settings: SmtpSettings } | { driver: 'http'; settings: HttpSettings };

/** The secrets of a connector; those that are not set have no member. */
export interface Secrets {
  password?: string;
  signingSecret?: string;
  headers?: Record<string, string>;
}

interface DriverInputs<Smtp, Http> {
  smtp?: Smtp | null | undefined;
  http?: Http | null | undefined;
}

/** The settings of a new connector. Throws BAD_USER_INPUT unless exactly one driver is given. */
export function newSettings(
  kind: ConnectorKind,
  { smtp, http }: DriverInputs<z.output<typeof createSmtpSettings>, z.output<typeof createHttpSettings>>,
): DriverSettings {
  if (smtp && http) throw badUserInput('Give either `smtp` or `http`, not both.', 'http');
  if (smtp) return { driver: 'smtp', settings: { ...smtp, username: smtp.username ?? null } };
  if (http) return { driver: 'http', settings: newHttpSettings(kind, http) };
  throw invalidField(required([kind === 'email' ? 'smtp' : 'http'], 'Either `smtp` or `http` is required.'));
}

function newHttpSettings(kind: ConnectorKind, input: z.output<typeof createHttpSettings>): HttpSettings {
  const preset = input.preset ? presetOf(input.preset) : undefined;
  if (preset && preset.kind !== kind)
    throw badUserInput(`${preset.label} is a preset for connectors of the kind ${preset.kind}.`, 'http', 'preset');
  const url = input.url ?? preset?.url;
  if (url === undefined) throw invalidField(required(['http', 'url'], 'Required without a preset.'));
  if (url.includes('{')) {
    const example = preset?.url.includes('{') ? preset.url : 'the URL';
    throw badUserInput(`Must be ${example} with your values for the parts in braces.`, 'http', 'url');
  }
  return {
    url,
    preset: input.preset ?? null,
    format: input.format ?? preset?.format ?? 'json',
    body: input.body ?? preset?.body ?? defaultBody[kind],
    username: input.username ?? null,
    sender: input.sender ?? null,
  };
}

/** The settings of a connector after an update. Throws BAD_USER_INPUT for settings of another driver. */
export function updatedSettings(
  before: DriverSettings,
  { smtp, http }: DriverInputs<z.output<typeof updateSmtpSettings>, z.output<typeof updateHttpSettings>>,
): DriverSettings {
  const other = before.driver === 'smtp' ? 'http' : 'smtp';
  if (other === 'smtp' ? smtp : http)
    throw badUserInput(`The driver of this connector is ${before.driver} and cannot be changed.`, other);
  return before.driver === 'smtp'
    ? { driver: 'smtp', settings: { ...before.settings, ...omitUndefined(smtp ?? {}) } }
    : { driver: 'http', settings: { ...before.settings, ...omitUndefined(http ?? {}) } };
}

/** The secrets after a change: omitted ones keep their values, null removes one. */
export function updatedSecrets(before: Secrets, changes: ConnectorSecrets | null | undefined): Secrets {
  const merged = { ...before, ...omitUndefined(changes ?? {}) };
  const isSet = ([, value]: [string, unknown]) => value != null && (typeof value === 'string' || !isEmpty(value));
  return Object.fromEntries(Object.entries(merged).filter(isSet));
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** Names of secrets: "password", "headers.Authorization". */
export const secretNamesOf = ({ headers = {}, ...secrets }: Secrets): string[] =>
  [...Object.keys(secrets), ...Object.keys(headers).map((name) => `headers.${name}`)].sort();

/** Throws BAD_USER_INPUT if settings and secrets contradict each other or the kind. */
export function requireValidConnector(kind: ConnectorKind, driven: DriverSettings, secrets: Secrets): void {
  const problems = driven.driver === 'smtp' ? smtpProblems(kind, driven, secrets) : httpProblems(kind, driven, secrets);
  const passwordProblem = passwordProblemOf(driven, secrets);
  if (passwordProblem) problems.push(passwordProblem);
  const [first] = problems;
  if (first) throw new Failure('BAD_USER_INPUT', first.message, problems);
}

type Of<Driver extends ConnectorDriver> = Extract<DriverSettings, { driver: Driver }>;

const invalid = (path: string[], message: string): FieldProblem => ({ path, code: 'INVALID_VALUE', message });
const required = (path: string[], message: string): FieldProblem => ({ path, code: 'REQUIRED', message });

function smtpProblems(kind: ConnectorKind, { settings }: Of<'smtp'>, secrets: Secrets): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (kind !== 'email') problems.push(invalid(['smtp'], 'SMTP sends email only: use `http`.'));
  if (settings.username !== null && settings.security === 'none')
    problems.push(
      invalid(
        ['smtp', 'security'],
        'Must be starttls or tls with a user name: the password would be sent in plain text.',
      ),
    );
  for (const name of ['signingSecret', 'headers'] as const) {
    if (secrets[name]) problems.push(invalid(['secrets', name], 'Not used by the driver smtp.'));
  }
  return problems;
}

function httpProblems(kind: ConnectorKind, { settings }: Of<'http'>, { headers = {} }: Secrets): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const message = templateProblem(settings.body, { ...settings, kind });
  if (message !== undefined) problems.push(invalid(['http', 'body'], message));
  const authorization = Object.keys(headers).find((name) => name.toLowerCase() === 'authorization');
  if (authorization !== undefined && settings.username !== null)
    problems.push(
      invalid(
        ['secrets', 'headers', authorization],
        'Must be omitted with a user name: the user name and password set this header.',
      ),
    );
  return problems;
}

function passwordProblemOf({ driver, settings }: DriverSettings, { password }: Secrets): FieldProblem | undefined {
  if (settings.username !== null && password === undefined)
    return required(['secrets', 'password'], 'Required with a user name.');
  if (settings.username === null && password !== undefined)
    return required([driver, 'username'], 'Required with a password.');
  return undefined;
}

/**
 * Throws BAD_USER_INPUT if the destination changes and secrets would be sent there that are not in the same input.
 * Otherwise a caller could read the secrets by sending them to its own server.
 */
export function requireSecretsOfDestination(
  before: { driven: DriverSettings; secrets: Secrets },
  driven: DriverSettings,
  { secrets, changes }: { secrets: Secrets; changes: ConnectorSecrets | null | undefined },
): void {
  if (destinationOf(before.driven) === destinationOf(driven)) return;
  const problems = (['password', 'signingSecret', 'headers'] as const)
    .filter((name) => secrets[name] !== undefined && changes?.[name] === undefined)
    .map((name) => required(['secrets', name], 'Required again, because the destination changes.'));
  const [first] = problems;
  if (first) throw new Failure('BAD_USER_INPUT', first.message, problems);
}

const destinationOf = ({ driver, settings }: DriverSettings): string =>
  driver === 'smtp' ? [settings.host, settings.port, settings.security].join(' ') : settings.url;

/** Throws BAD_USER_INPUT at "recipient" for an address of another kind. */
export function requireRecipient(kind: ConnectorKind, recipient: string): void {
  const { success } = (kind === 'email' ? emailSchema : phoneSchema).safeParse(recipient);
  if (success) return;
  throw badUserInput(
    kind === 'email' ? 'Must be an email address.' : 'Must be a phone number in E.164 format.',
    'recipient',
  );
}
