import { describe, expect, it } from 'vitest';
import { inverseOf } from '../../../src/console/parts/change/result/inverse.ts';
import { operations } from '../../../src/console/parts/change/operations.ts';
import { fieldsOf, inputOf, lackingOneOf, missingIn, wholeInputOf } from '../../../src/console/parts/change/values.ts';

const { createApplication, createApiResource } = operations;
const application = { type: 'MACHINE_TO_MACHINE', name: 'Reports' };
const isReady = ({ input }: typeof createApplication, values: object): boolean =>
  missingIn(fieldsOf(input, { ...values }), { ...values }).length === 0;

describe('a form with an optional object', () => {
  it('is sent without the object while none of its members has a value', () => {
    expect(inputOf(createApplication.input, application, null)).not.toHaveProperty('secret');
    expect(inputOf(createApplication.input, { ...application, secret: { name: '' } }, null)).not.toHaveProperty(
      'secret',
    );
    expect(isReady(createApplication, application)).toBe(true);
  });

  it('is not complete while a begun object lacks a required member', () => {
    const begun = { ...application, secret: { expiresAt: '2030-01-01T00:00:00Z' } };
    expect(isReady(createApplication, begun)).toBe(false);
    expect(isReady(createApplication, { ...begun, secret: { ...begun.secret, name: 'production' } })).toBe(true);
  });
});

describe('an object of a record', () => {
  const { input } = operations.updateSignInExperience;
  const policyOf = (policy: object, before: object) => inputOf(input, { policy }, { policy: before })['policy'];

  it('is left out while it is as empty as it was', () => {
    const before = { phone: { countries: [] }, session: { limitSeconds: null } };
    expect(policyOf({ ...before, password: { minimum: 12 } }, before)).toEqual({ password: { minimum: 12 } });
  });

  it('is sent with what was emptied in it', () => {
    const before = { phone: { countries: ['DE'] } };
    expect(policyOf({ phone: { countries: [] } }, before)).toEqual({ phone: { countries: [] } });
  });
});

describe('a form with a list of objects', () => {
  const resource = { name: 'Payments', indicator: 'https://payments.example.com' };

  it('is complete without items', () => expect(isReady(createApiResource, resource)).toBe(true));

  it('is not complete while an item lacks a required member', () => {
    expect(isReady(createApiResource, { ...resource, scopes: [{}] })).toBe(false);
    expect(isReady(createApiResource, { ...resource, scopes: [{ name: 'payments:read' }] })).toBe(true);
  });
});

describe('a form that replaces a part of a record as a whole', () => {
  const { input, subject, inverse } = operations.setApplicationExchangePolicy;
  const applicationId = 'app_01h455vb4pex5vsknk084sn02q';
  const rules = { scopeRule: 'NEVER_WIDER', maxAuthenticationAge: 3600, organizationIds: [] };

  it('is sent with everything that it has, also what has not changed', () => {
    expect(subject?.part).toBe('exchangePolicy');
    expect(wholeInputOf(input, { applicationId, ...rules, targets: null })).toEqual({ applicationId, ...rules });
  });

  it('is sent with a list that is empty, which is not the same as none', () => {
    expect(wholeInputOf(input, { applicationId, targets: [] })).toEqual({ applicationId, targets: [] });
  });

  it('is taken back by everything that the record had', () => {
    expect(inverse).toBe('values');
    const operation = operations.setApplicationExchangePolicy;
    const before = { id: applicationId, displayName: 'Orders', version: 3, ...rules, targets: null };
    const change = { name: 'setApplicationExchangePolicy' as const, operation, events: null };
    expect(inverseOf({ ...change, input: { applicationId, targets: [] }, before })).toEqual({
      operation: 'setApplicationExchangePolicy',
      input: { applicationId, ...rules, targets: null },
    });
    expect(inverseOf({ ...change, input: { applicationId }, before: null })).toBeNull();
  });
});

describe('what a form lacks', () => {
  it('is named by its path, also in objects and in items of lists', () => {
    const fields = fieldsOf(createApiResource.input, {});
    expect(missingIn(fields, {})).toEqual(['name', 'indicator']);
    expect(missingIn(fields, { name: 'Payments', indicator: 'a:b', scopes: [{ name: 'x' }, {}] })).toEqual([
      'scopes.1.name',
    ]);
    const begun = { ...application, secret: {} };
    expect(missingIn(fieldsOf(createApplication.input, begun), begun)).toEqual(['secret.name']);
  });

  it('is one of the identifiers of a new person, until there is one', () => {
    expect(lackingOneOf('CreateUserInput', { name: 'Ada', email: '' })).toEqual(['email', 'username', 'phone']);
    expect(lackingOneOf('CreateUserInput', { phone: '+4930901820' })).toEqual([]);
    expect(lackingOneOf('UpdateUserInput', {})).toEqual([]);
  });
});
