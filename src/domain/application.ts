import { hash } from 'node:crypto';
import type { ApplicationType } from '../vocabulary/resources.ts';
import { badUserInput, Failure, type FieldProblem } from './failure.ts';
import { originProblem, redirectUriProblem } from './redirect-uri.ts';

/** Whether an application of this type can keep a secret: a confidential client (RFC 6749 §2.1). */
export const isConfidential = (type: ApplicationType): boolean =>
  type === 'MACHINE_TO_MACHINE' || type === 'TRADITIONAL_WEB';

/**
 * Kept instead of a secret: its SHA-256, 32 bytes. Secrets are random and long, so it needs no slow hash. By way of a text, because that is
 * three times as fast: the bytes then need no memory of their own.
 */
export const hashSecret = (secret: string): Buffer<ArrayBuffer> =>
  Buffer.from(hash('sha256', secret, 'latin1'), 'latin1');

/** The settings of an application that depend on one another. */
export interface ApplicationSettings {
  type: ApplicationType;
  isThirdParty: boolean;
  tokenExchangeAllowed: boolean;
  pkceRequired: boolean;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  corsOrigins: readonly string[];
  /** Anything but null counts as keys. */
  jwks: unknown;
}

/** Refuses settings that no application may have together; every bad field is named. */
export function requireConsistent(settings: ApplicationSettings): void {
  const problems = [...rules.flatMap((rule) => rule(settings)), ...addressProblems(settings)];
  if (problems.length) throw new Failure('BAD_USER_INPUT', 'The settings do not fit together.', problems);
}

type Rule = (settings: ApplicationSettings) => FieldProblem[];

const refuse = (when: boolean, field: keyof ApplicationSettings, message: string): FieldProblem[] =>
  when ? [{ path: [field], message }] : [];

const rules: readonly Rule[] = [
  // RFC 9700 §2.1.1: without a secret, nothing but PKCE binds a code to who asked for it.
  ({ type, pkceRequired }) =>
    refuse(!isConfidential(type) && !pkceRequired, 'pkceRequired', 'PKCE is always required of public applications.'),
  ({ type, jwks }) =>
    refuse(!isConfidential(type) && jwks !== null, 'jwks', 'A public application does not authenticate with keys.'),
  ({ isThirdParty, tokenExchangeAllowed }) =>
    refuse(isThirdParty && tokenExchangeAllowed, 'isThirdParty', 'Switch token exchange off first.'),
  ...(['redirectUris', 'postLogoutRedirectUris', 'corsOrigins'] as const).map(
    (field): Rule =>
      (settings) =>
        refuse(
          settings.type === 'MACHINE_TO_MACHINE' && settings[field].length > 0,
          field,
          'Nobody signs in to a machine-to-machine application.',
        ),
  ),
];

const check = (field: string, values: readonly string[], problemOf: (value: string) => string | undefined) =>
  values.flatMap((value, index): FieldProblem[] => {
    const message = problemOf(value);
    return message === undefined ? [] : [{ path: [field, index], message }];
  });

const addressProblems = ({ type, ...settings }: ApplicationSettings): FieldProblem[] => [
  ...check('redirectUris', settings.redirectUris, (uri) => redirectUriProblem(type, uri)),
  ...check('postLogoutRedirectUris', settings.postLogoutRedirectUris, (uri) => redirectUriProblem(type, uri)),
  ...check('corsOrigins', settings.corsOrigins, originProblem),
];

/** Why an application gets no token by exchange. */
export type ExchangeObstacle = 'DISABLED' | 'THIRD_PARTY' | 'PUBLIC_CLIENT' | 'SUSPENDED';

type Exchanging = Pick<ApplicationSettings, 'type' | 'isThirdParty' | 'tokenExchangeAllowed'>;

// Specification, section 5; never a public or a third-party application, whatever its switch says.
const hindrances: readonly [ExchangeObstacle, (application: Exchanging) => boolean][] = [
  ['DISABLED', ({ tokenExchangeAllowed }) => !tokenExchangeAllowed],
  ['THIRD_PARTY', ({ isThirdParty }) => isThirdParty],
  ['PUBLIC_CLIENT', ({ type }) => !isConfidential(type)],
];

/** Whether an application may exchange tokens, as far as its settings go. */
export const mayExchange = (application: Exchanging): boolean =>
  !hindrances.some(([, hinders]) => hinders(application));

/** Everything that keeps an application from exchanging tokens; empty when nothing does. */
export const exchangeObstacles = (application: Exchanging & { isSuspended: boolean }): ExchangeObstacle[] => [
  ...hindrances.flatMap(([obstacle, hinders]) => (hinders(application) ? [obstacle] : [])),
  ...(application.isSuspended ? (['SUSPENDED'] as const) : []),
];

/** Only an application of our own that can keep a secret may act for people elsewhere (specification §5). */
export function requireMayExchange({ type, isThirdParty }: Pick<ApplicationSettings, 'type' | 'isThirdParty'>): void {
  const path = 'tokenExchangeAllowed';
  if (!isConfidential(type)) throw badUserInput('A public application may not exchange tokens.', path);
  if (isThirdParty) throw badUserInput('A third-party application may not exchange tokens.', path);
}

/** Random bytes of a secret: 320 bits. Its first eight characters stay visible, 272 bits remain unknown. */
export const secretBytes = 40;

/** Secrets of one application: each is compared whenever it authenticates. */
export const maxSecrets = 20;

export function requireCanHaveSecret({ type }: Pick<ApplicationSettings, 'type'>): void {
  if (!isConfidential(type)) throw badUserInput('A public application cannot keep a secret.', 'applicationId');
}
