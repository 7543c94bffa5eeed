import fc from 'fast-check';
import { exchangePolicyOf, replacePolicy } from '../../../src/store/records/exchange-policy.ts';
import { policyFrom } from '../../../src/domain/oauth/exchange-policy.ts';
import type { ExchangePolicy } from '../../../src/vocabulary/exchanges/exchange-policy.ts';
import type { ExchangeRequest, Fixture } from './role-graph.ts';

/** Random rules of an application, and the API resources that it serves, as indexes into those of the fixture. */
export interface Rules {
  /** The owner, as an index into the users of the fixture, of whom only the first one is active; null: none. */
  owner: number | null;
  policy: ExchangePolicy;
  served: number[];
}

/** A random subject token. */
export interface Subject {
  resource: string;
  scopes: string[];
  acr: string;
  /** Seconds since the sign-in. */
  age: number;
}

const names = ['read', 'write', 'count', 'ship', 'applications:read', 'unheard'];
const some = (max: number) => fc.uniqueArray(fc.constantFrom(...names), { maxLength: max });

/** Rules that leave something of many exchanges. */
export function exchangeRules({ resources, organizations }: Fixture): fc.Arbitrary<Rules> {
  const target = fc.record({
    apiResourceId: fc.constantFrom(...resources.map(({ id }) => id)),
    scopes: fc.oneof({ weight: 1, arbitrary: fc.constant<string[]>([]) }, { weight: 3, arbitrary: some(4) }),
    mappings: fc.array(
      fc.record({
        carried: fc.constantFrom(...names),
        allows: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 }),
      }),
      { maxLength: 2 },
    ),
  });
  const targets = fc.uniqueArray(target, { maxLength: 3, selector: ({ apiResourceId }) => apiResourceId });
  return fc.record({
    owner: fc.constantFrom(null, null, null, null, 0, 0, 1, 2),
    policy: fc.record({
      targets: fc.option(targets, { nil: null, freq: 2 }),
      subjectAudience: fc.constantFrom('ANY', 'ANY', 'SERVED'),
      scopeRule: fc.constantFrom('HELD', 'NEVER_WIDER'),
      organizationRule: fc.constantFrom('OPTIONAL', 'OPTIONAL', 'REQUIRED'),
      maxAuthenticationAge: fc.constantFrom(null, null, null, 60),
      requiredAcr: fc.constantFrom(null, null, null, 'urn:mandate:level:2'),
      organizationIds: fc.subarray(
        organizations.map(({ id }) => id),
        { maxLength: 1 },
      ),
    }),
    served: fc.subarray([...resources.keys()]),
  });
}

export const subjects = ({ resources }: Fixture): fc.Arbitrary<Subject> =>
  fc.record({
    resource: fc.constantFrom(...resources.map(({ indicator }) => indicator), 'https://deleted.example'),
    scopes: some(4),
    acr: fc.constantFrom('urn:mandate:level:1', 'urn:mandate:level:2', 'phr'),
    age: fc.constantFrom(0, 60, 61),
  });

/** Stores the rules of an application. */
export async function putRules(
  { prisma, resources, users }: Fixture,
  applicationId: string,
  { owner, policy, served }: Rules,
) {
  const ownerId = owner === null ? null : (users[owner]?.id ?? null);
  await prisma.application.update({ where: { id: applicationId }, data: { ownerId } });
  await prisma.$transaction(async (tx) => replacePolicy(tx as never, applicationId, policyFrom(policy)));
  await prisma.servedResource.deleteMany({ where: { applicationId } });
  const data = served.map((place) => ({ applicationId, apiResourceId: resources[place]?.id ?? '' }));
  await prisma.servedResource.createMany({ data });
  return exchangePolicyOf(prisma, await prisma.application.findUniqueOrThrow({ where: { id: applicationId } }));
}

/** The rules that refuse an exchange, but for its scopes, computed from the rules themselves. */
export function refusingRules(
  { resources }: Fixture,
  { owner, policy, served }: Rules,
  { request, subject }: { request: ExchangeRequest; subject: Subject },
): string[] {
  const target = resources.find(({ indicator }) => indicator === request.resource)?.id;
  const { organizationIds } = policy;
  const isElsewhere =
    request.organizationId !== undefined &&
    organizationIds.length > 0 &&
    !organizationIds.includes(request.organizationId);
  return [
    ...(owner === null || owner === 0 ? [] : ['OWNER']),
    ...(policy.targets && !policy.targets.some((one) => one.apiResourceId === target) ? ['TARGETS'] : []),
    ...(isElsewhere || (policy.organizationRule === 'REQUIRED' && request.organizationId === undefined)
      ? ['ORGANIZATION']
      : []),
    ...(policy.subjectAudience === 'SERVED' && !served.some((place) => resources[place]?.indicator === subject.resource)
      ? ['AUDIENCE']
      : []),
    ...((policy.maxAuthenticationAge !== null && subject.age > policy.maxAuthenticationAge) ||
    (policy.requiredAcr !== null && subject.acr === 'urn:mandate:level:1')
      ? ['AUTHENTICATION']
      : []),
  ];
}

/** Whether the rules let the application have a scope that the person holds. */
export function isAllowed({ resources }: Fixture, { policy }: Rules, name: string, resource: string, subject: Subject) {
  const id = resources.find(({ indicator }) => indicator === resource)?.id;
  const target = policy.targets?.find(({ apiResourceId }) => apiResourceId === id);
  const isInTarget = !policy.targets || (target && (!target.scopes.length || target.scopes.includes(name)));
  const isMapped = target?.mappings.some((one) => one.allows.includes(name) && subject.scopes.includes(one.carried));
  return Boolean(isInTarget) && (policy.scopeRule === 'HELD' || subject.scopes.includes(name) || isMapped === true);
}
