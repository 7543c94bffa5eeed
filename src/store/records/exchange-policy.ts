import type * as model from '../../generated/prisma/client.ts';
import type { Prisma as Sql } from '../../generated/prisma/client.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import type {
  ExchangePolicy,
  OrganizationRule,
  ScopeMapping,
  ScopeRule,
  SubjectAudience,
} from '../../vocabulary/exchanges/exchange-policy.ts';
import type { RecordEvents } from './cascades.ts';
import { changeOf } from '../../domain/events/changes.ts';
import { requireServable } from '../../domain/oauth/exchange-policy.ts';
import { lockKeyShare } from '../row-locks/row-locks.ts';
import { bumpVersions } from '../row-locks/versions.ts';
import { applicationOf } from './shapes.ts';

/** The columns of an application that its policy is made of. */
type PolicyRow = Pick<
  model.Application,
  | 'id'
  | 'targetsRestricted'
  | 'subjectAudience'
  | 'scopeRule'
  | 'organizationRule'
  | 'exchangeOrganizationIds'
  | 'maxAuthenticationAge'
  | 'requiredAcr'
>;

type Reader = Pick<Prisma | Transaction, 'applicationTarget'>;

const byResource = { orderBy: { apiResourceId: 'asc' } } as const;

/** The rules of an application for its token exchanges. */
export const exchangePolicyOf = async (reader: Reader, application: PolicyRow): Promise<ExchangePolicy> =>
  policyOf(
    application,
    await reader.applicationTarget.findMany({ where: { applicationId: application.id }, ...byResource }),
  );

function policyOf(application: PolicyRow, rows: readonly model.ApplicationTarget[]): ExchangePolicy {
  const { targetsRestricted, subjectAudience, scopeRule, organizationRule } = application;
  const targets = rows.map(({ apiResourceId, scopes, mappings }) => ({
    apiResourceId,
    scopes,
    mappings: mappings as unknown as ScopeMapping[],
  }));
  return {
    targets: targetsRestricted ? targets : null,
    subjectAudience: subjectAudience as SubjectAudience,
    scopeRule: scopeRule as ScopeRule,
    organizationRule: organizationRule as OrganizationRule,
    organizationIds: application.exchangeOrganizationIds,
    maxAuthenticationAge: application.maxAuthenticationAge,
    requiredAcr: application.requiredAcr as ExchangePolicy['requiredAcr'],
  };
}

/** Replaces it. The application and the API resources must be locked. Returns the application as it is then. */
export async function replacePolicy(tx: Transaction, applicationId: string, policy: ExchangePolicy) {
  const { targets, organizationIds, ...rules } = policy;
  await tx.applicationTarget.deleteMany({ where: { applicationId } });
  if (targets?.length)
    await tx.applicationTarget.createMany({ data: targets.map((one) => ({ applicationId, ...one })) });
  return tx.application.update({
    where: { id: applicationId },
    data: { ...rules, targetsRestricted: targets !== null, exchangeOrganizationIds: organizationIds },
  });
}

/** Removes an API resource, which must be locked, from the targets of all applications. Their rules stay. */
export async function removeFromTargets(
  tx: Transaction,
  apiResourceId: string,
  now: Date,
): Promise<RecordEvents<'Application.ExchangePolicy.Updated'>> {
  const applications = await lockedWith(tx, { targets: { some: { apiResourceId } } });
  const changes: RecordEvents<'Application.ExchangePolicy.Updated'> = [];
  const ids = applications.map(({ id }) => id);
  const rows = await tx.applicationTarget.findMany({ where: { applicationId: { in: ids } }, ...byResource });
  const byApplication = Map.groupBy(rows, ({ applicationId }) => applicationId);
  for (const application of applications) {
    const before = policyOf(application, byApplication.get(application.id) ?? []);
    const targets = before.targets && before.targets.filter((target) => target.apiResourceId !== apiResourceId);
    const exchangePolicy = { ...before, targets };
    const data = { application: applicationOf(application, now), exchangePolicy, ...changeOf(before, ['targets']) };
    changes.push([application.id, data]);
  }
  await tx.applicationTarget.deleteMany({ where: { apiResourceId } });
  return changes;
}

/** Locks the API resources that an application is to serve against deletion. Refuses the Management API. */
export async function lockServable(tx: Transaction, apiResourceIds: readonly string[], path: string): Promise<void> {
  if (!apiResourceIds.length) return;
  await lockKeyShare(tx, 'apiResource', apiResourceIds, path);
  const builtIn = await tx.apiResource.findMany({ where: { isBuiltIn: true }, select: { id: true } });
  requireServable(apiResourceIds, new Set(builtIn.map(({ id }) => id)), path);
}

/** Removes an API resource, which must be locked, from those that applications serve. */
export async function removeFromServed(
  tx: Transaction,
  apiResourceId: string,
  now: Date,
): Promise<RecordEvents<'Application.ServedResources.Updated'>> {
  const applications = await lockedWith(tx, { serves: { some: { apiResourceId } } });
  await tx.servedResource.deleteMany({ where: { apiResourceId } });
  return applications.map((application) => [
    application.id,
    { application: applicationOf(application, now), addedApiResourceIds: [], removedApiResourceIds: [apiResourceId] },
  ]);
}

/** The applications that meet a condition, sorted by id. Their new versions lock them. */
async function lockedWith(tx: Transaction, where: Sql.ApplicationWhereInput): Promise<model.Application[]> {
  const rows = await tx.application.findMany({ where, orderBy: { id: 'asc' }, select: { id: true } });
  const ids = rows.map(({ id }) => id);
  await bumpVersions(tx, 'application', ids);
  return tx.application.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
}
