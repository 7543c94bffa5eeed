import { requestedLevel, satisfies } from '../../domain/flow/level.ts';
import { interactionPolicy } from './library.ts';

const { Check } = interactionPolicy;

/** Why a person who is signed in has to prove more. */
export const levelReason = 'level';

/**
 * The session has not reached what the application asks for with `acr_values` (RFC 9470 §4). A request without
 * interaction gets an error (OpenID Connect Core Error Code unmet_authentication_requirements). Who has signed in for
 * this request need not do so again: people without a passkey cannot reach more.
 */
export const levelCheck = new Check(
  levelReason,
  'the requested authentication level is not met',
  'unmet_authentication_requirements',
  ({ oidc }) =>
    oidc.session?.accountId !== undefined &&
    !oidc.result?.login &&
    !satisfies(oidc.session.acr, requestedLevel(oidc.params?.['acr_values'] as string | undefined)),
);
