import { requireEverywhere } from './permissions.ts';
import { visible } from './reads.ts';
import { exchangePolicyOf } from '../../store/records/exchange-policy.ts';
import { etagOf } from '../../http/entity-tags.ts';
import type { Route } from '../route.ts';
import type { Row } from './record-views.ts';

type Application = Required<Row> & Parameters<typeof exchangePolicyOf>[1];

/** The rules of an application for its token exchanges. */
export const exchangePolicyRoute: Route = {
  method: 'GET',
  path: '/applications/:applicationId/exchange-policy',
  query: [],
  async handle(request, services) {
    // It names organizations, so it is not for administrators of one.
    requireEverywhere(request.actor, 'applications:read');
    const application = (await visible('application', request, services)) as Application;
    const json = await exchangePolicyOf(services.database.prisma, application);
    // Without the version in the body, which can be sent back as it is.
    return { status: 200, headers: { etag: etagOf({ ...json, version: application.version }) }, json };
  },
};
