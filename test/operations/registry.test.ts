import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accountOperations, exposedOperations as callable, operations } from '../../src/operations/index.ts';
import { eventTypes } from '../../src/vocabulary/events.ts';
import { isPermission } from '../../src/vocabulary/permissions.ts';

/** Operations that an API has. */
const forCallers = [...callable, ...accountOperations];
const named = operations.map((operation) => [operation.name, operation] as const);
const duplicates = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index);

/** Operations of the pages. */
const ofFlows = [
  'chargeAttempt',
  'chargeUsername',
  'settleFailure',
  'changePurpose',
  'sendChallenge',
  'recordVerification',
  'completeSignIn',
  'completeSignUp',
  'completeReset',
  'recordConsent',
  'linkAddress',
  'linkFactor',
  'linkIdentity',
  'startProviderSignIn',
  'takeProviderResponse',
  'recordProviderResponse',
  'refuseNewApp',
  'refuseProviderSignIn',
];

describe('the registry', () => {
  test('has unique names and routes', () => {
    expect(duplicates(operations.map(({ name }) => name))).toEqual([]);
    for (const api of [callable, accountOperations]) {
      const routes = api.map(({ route }) => `${route.method} ${route.path.replaceAll(/:\w+/g, ':')}`);
      expect(duplicates(routes)).toEqual([]);
    }
  });

  test('exposes exactly the operations that require a permission, or that change what belongs to the caller', () => {
    const required = operations.filter(
      ({ permission }) => typeof permission === 'string' && (isPermission(permission) || permission === 'self'),
    );
    expect(callable.map(({ name }) => name)).toEqual(required.map(({ name }) => name));
    const others = operations.filter((operation) => !forCallers.includes(operation as never));
    expect(others.map(({ name }) => name)).toEqual([
      // By their own routes.
      'recordMyExport',
      'startMyFlow',
      'reportConnectorFailure',
      'signOut',
      'revokeGrant',
      'reportReplay',
      'startImpersonation',
      'reportFailingAuthentication',
      'startDelegation',
      'reportIdentityProviderFailure',
      'disableWebhook',
      'finishJob',
      'setUpPlatform',
      'makeAdministrator',
      ...ofFlows,
      'undoAccountChange',
      'undoAccountDeletion',
    ]);
  });

  test('requires a write permission for every operation on what belongs to others', () => {
    const others = callable.filter(({ permission }) => !permission.endsWith(':write'));
    expect(others.map(({ name, permission }) => [name, permission])).toEqual([
      ['updateMyPreferences', 'self'],
      ['createSubjectToken', 'users:impersonate'],
      ['endImpersonation', 'users:impersonate'],
    ]);
  });

  test('increments the version for every change of an application, so that cached copies are detected as stale', () => {
    const changing = operations.filter(({ input }) => 'applicationId' in (input as z.ZodObject).shape);
    const others = [
      'recordConsent',
      'removeOrganizationApplication',
      'reportFailingAuthentication',
      'revokeMyConsent',
      'setOrganizationApplicationRoles',
      'startImpersonation',
      'startSignInTrial',
    ];
    expect(
      changing
        .filter(({ record }) => record !== 'applicationId')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(others);
  });

  test('declares the events of every operation', () => {
    const silent = operations.filter(({ always, sometimes }) => !always.length && !sometimes.length);
    // They are in the log of the flow.
    expect(silent.map(({ name }) => name)).toEqual([
      'startMyFlow',
      'chargeAttempt',
      'chargeUsername',
      'changePurpose',
      'recordVerification',
      'startProviderSignIn',
      'takeProviderResponse',
      'recordProviderResponse',
      'refuseNewApp',
      'refuseProviderSignIn',
    ]);
  });

  test('has an operation for every event type', () => {
    const declared = new Set(operations.flatMap(({ always, sometimes }) => [...always, ...sometimes]));
    expect(eventTypes.filter((type) => !declared.has(type))).toEqual([]);
  });
});

describe('the definition of an operation', () => {
  const isSentence = (text: string | undefined) => /^[A-Z].*\.$/s.test(text ?? '');

  test.each(named)('%s describes its effect and result in a sentence', (_name, { summary, output }) => {
    expect(isSentence(summary)).toBe(true);
    // A record without a description is stated by the name of its field in GraphQL.
    const answers = Object.values(output).flatMap((field) => field.description ?? []);
    expect(answers.filter((description) => !isSentence(description))).toEqual([]);
  });

  test.each(forCallers.map((operation) => [operation.name, operation] as const))(
    '%s describes every field of its input, nested ones included',
    (_name, { input }) => expect(undescribed(input)).toEqual([]),
  );

  test.each(forCallers.map((operation) => [operation.name, operation] as const))(
    '%s has every parameter of its route as a required field, except a record that it can find',
    (_name, { input, route, record, findRecord }) => {
      const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' });
      const parameters = [...(route?.path.matchAll(/:(\w+)/g) ?? [])].map(([, name]) => name ?? '');
      expect(parameters.filter((name) => !(name in properties))).toEqual([]);
      // A record of the caller has no parameter.
      const found = findRecord && parameters.includes(record ?? '') ? [record] : [];
      expect(parameters.filter((name) => !required.includes(name))).toEqual(found);
    },
  );

  test.each(forCallers.map((operation) => [operation.name, operation] as const))(
    '%s has a JSON schema that refuses unknown fields',
    (_name, { input }) => expect(z.toJSONSchema(input, { io: 'input' })).toMatchObject({ additionalProperties: false }),
  );
});

/** The paths of fields without a description. */
function undescribed(schema: z.core.$ZodType, path = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') {
    return Object.entries(def.shape).flatMap(([name, field]) => [
      ...(descriptionOf(field) ? [] : [`${path}${name}`]),
      ...undescribed(field, `${path}${name}.`),
    ]);
  }
  if ('innerType' in def) return undescribed(def.innerType, path);
  return [];
}

function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = 'innerType' in def ? descriptionOf(def.innerType) : undefined;
  return z.globalRegistry.get(schema)?.description ?? inner;
}
