import { notFound } from '../../domain/failure.ts';
import { kinds } from '../../vocabulary/kinds.ts';
import type { Route } from '../route.ts';
import { requireEverywhere } from './permissions.ts';

/** A trial sign-in of the caller to an application. */
export const signInTrialRoute: Route = {
  method: 'GET',
  path: '/applications/:applicationId/trials/:trialId',
  query: [],
  async handle({ actor, parameters }, { readSignInTrial, database }) {
    requireEverywhere(actor, 'applications:read');
    const { applicationId, trialId = '' } = parameters;
    const trial = await readSignInTrial(database.prisma, actor, trialId);
    if (trial?.applicationId !== applicationId) throw notFound(kinds.signInTrial.label, 'trialId');
    return { status: 200, json: trial };
  },
};
