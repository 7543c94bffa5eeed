import type { ExchangeCondition } from '../../src/store/exchanges/find-exchanges.ts';
import { leastUuidAt } from '../../src/platform/ids/ids.ts';
import { idOf } from './fill.ts';

/** A page of the list, and one statement that finds the same rows. */
export interface MeasuredPage {
  title: string;
  condition: ExchangeCondition;
  after?: string;
  bare: { text: string; values: unknown[] };
}

/** Rows that are read for a page: one more than it has. */
export const rowsOfPage = 21;

const bare = (where: string, ...values: unknown[]): MeasuredPage['bare'] => ({
  text: `SELECT * FROM exchanges ${where && `WHERE ${where}`} ORDER BY id DESC LIMIT ${rowsOfPage}`,
  values,
});
const ofDelegations = (where: string, ...values: unknown[]): MeasuredPage['bare'] => ({
  text: `
    SELECT newest.* FROM (SELECT id FROM delegations WHERE ${where}) AS d CROSS JOIN LATERAL (
      SELECT * FROM exchanges WHERE delegation_id = d.id ORDER BY id DESC LIMIT ${rowsOfPage}
    ) AS newest ORDER BY newest.id DESC LIMIT ${rowsOfPage}`,
  values,
});

/** The first page of each filter, and one in the middle of the ledger. `chain` is an id of a first exchange. */
export function measuredPages({ middle, chain }: { middle: Date; chain: string }): MeasuredPage[] {
  const [user, application, resource, organization] = [
    idOf('user', 77),
    idOf('app', 3),
    idOf('res', 4),
    idOf('org', 10),
  ];
  const after = leastUuidAt(middle);
  return [
    { title: 'everything', condition: {}, bare: bare('') },
    { title: 'in the middle', condition: {}, after, bare: bare('id < $1', after) },
    { title: 'of a person', condition: { userId: user }, bare: bare('user_id = $1', user) },
    {
      title: 'by an application',
      condition: { applicationId: application },
      bare: ofDelegations('application_id = $1', application),
    },
    {
      title: 'of tokens of an application',
      condition: { subjectApplicationId: 'app_shop' },
      bare: ofDelegations('subject_application_id = $1', 'app_shop'),
    },
    {
      title: 'with an application in the chain',
      condition: { actorId: application },
      bare: ofDelegations(`application_id = $1 OR $1 = ANY(string_to_array(chain, ' '))`, application),
    },
    {
      title: 'for an API',
      condition: { apiResourceId: resource },
      bare: ofDelegations('api_resource_id = $1', resource),
    },
    {
      title: 'of an organization',
      condition: { organizationIds: [organization] },
      bare: bare('organization_id = $1', organization),
    },
    { title: 'of a chain', condition: { transactionId: chain }, bare: bare('txn = $1 OR id = $1', chain) },
    { title: 'refused', condition: { outcome: 'REFUSED' }, bare: bare('reason IS NOT NULL') },
    {
      title: 'for a reason',
      condition: { reason: 'SCOPE_NOT_HELD' },
      bare: bare('reason = $1', 'SCOPE_NOT_HELD'),
    },
  ];
}
