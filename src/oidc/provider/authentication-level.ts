import { requestedLevel } from '../../domain/flow/level.ts';
import { interactionPolicy } from './library.ts';

const { Check } = interactionPolicy;

/** Why a person who is signed in has to prove more. */
export const levelReason = 'level';

/**
 * The user of the session has not reached the level that the application asks for with `acr_values` (RFC 9470 §4). A
 * request without interaction gets an error (OpenID Connect Core Error Code unmet_authentication_requirements).
 */
export const levelCheck = new Check(
  levelReason,
  'the requested authentication level is not met',
  'unmet_authentication_requirements',
  ({ oidc }) => {
    if (oidc.session?.accountId === undefined) return false;
    return requestedLevel(oidc.params?.['acr_values'] as string | undefined) > requestedLevel(oidc.session.acr);
  },
);
