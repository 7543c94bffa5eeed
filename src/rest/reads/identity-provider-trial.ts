import { notFound } from '../../domain/failure.ts';
import { kinds } from '../../vocabulary/kinds.ts';
import { requireEverywhere } from './permissions.ts';
import type { Route } from '../route.ts';

/** A trial sign-in of the caller. */
export const trialRoute: Route = {
  method: 'GET',
  path: '/identity-providers/:identityProviderId/trials/:trialId',
  query: [],
  async handle({ actor, parameters }, { readTrial, database }) {
    requireEverywhere(actor, 'identity-providers:read');
    const { identityProviderId, trialId = '' } = parameters;
    const trial = await readTrial(database.prisma, actor, trialId);
    if (trial?.identityProviderId !== identityProviderId) throw notFound(kinds.identityProviderTrial.label, 'trialId');
    return { status: 200, json: trial };
  },
};
