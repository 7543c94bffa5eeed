import type { ProviderProblem } from '../../platform/identity-providers/identity-provider.ts';
import type { UpstreamServices } from './upstream-services.ts';

/** Errors of OAuth that are no decision of the person, but of the settings. */
const ofSettings = ['invalid_client', 'unauthorized_client', 'invalid_scope'];

/** Records that an identity provider does not work, for administrators. A person who refuses is no failure. */
export async function reportProblem(
  { recordProviderFailure }: Pick<UpstreamServices, 'recordProviderFailure'>,
  identityProviderId: string,
  { problem, message, error = '' }: ProviderProblem,
): Promise<void> {
  if (problem === 'identity-refused' && !ofSettings.includes(error)) return;
  await recordProviderFailure(identityProviderId, message);
}
