import { z } from 'zod';
import { typeNames } from './resources.ts';

const time = z.iso.datetime();
const policy = z.record(z.string(), z.unknown()).register(typeNames, { typeName: 'SignInPolicy' });
const test = z.record(z.string(), z.unknown()).register(typeNames, { typeName: 'SignInTest' });

export const signInExperienceShape = z
  .strictObject({
    id: z.string().describe('Unique identifier.'),
    policy: policy.describe('How people sign in, sign up and recover their accounts.'),
    tests: z.array(test).describe('What the policy must lead to: a change that breaks one is refused.'),
    createdAt: time.describe('Time of creation.'),
    updatedAt: time.describe('Time of the last change.'),
  })
  .meta({ id: 'SignInExperienceSnapshot', description: 'The sign-in experience at the time of an event.' });

/** Permissions that an explanation of a sign-in requires, all of them. */
export const signInExplanationPermissions = ['users:read', 'sign-in:read', 'applications:read'] as const;
