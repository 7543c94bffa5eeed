import { z } from 'zod';
import { id, jsonOf, timestamps } from './shape-parts.ts';

export const signInExperienceShape = z
  .strictObject({
    id,
    policy: jsonOf('SignInPolicy').describe('How people sign in, sign up and recover their accounts.'),
    tests: z.array(jsonOf('SignInTest')).describe('What the policy must lead to: a change that breaks one is refused.'),
    ...timestamps,
  })
  .meta({ id: 'SignInExperienceSnapshot', description: 'The sign-in experience at the time of an event.' });

/** Permissions that an explanation of a sign-in requires, all of them. */
export const signInExplanationPermissions = ['users:read', 'sign-in:read', 'applications:read'] as const;
