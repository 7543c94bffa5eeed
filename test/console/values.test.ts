import { describe, expect, it } from 'vitest';
import { operations } from '../../src/console/parts/change/operations.ts';
import { fieldsOf, inputOf, isComplete } from '../../src/console/parts/change/values.ts';

const { createApplication, createApiResource } = operations;
const application = { type: 'MACHINE_TO_MACHINE', name: 'Reports' };
const isReady = ({ input }: typeof createApplication, values: object): boolean =>
  isComplete(fieldsOf(input, { ...values }), { ...values });

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
