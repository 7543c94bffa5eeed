import { z } from 'zod';
import { brandingShape } from './branding.ts';
import { field, ownId, jsonOf, timestamps } from './shape-parts.ts';

/** The sign-in experience of all applications, which a migration has created. */
export const defaultExperienceId = 'exp_01kazpw2wpea2bq8qw3xz4s2kr';

export const signInExperienceShape = z
  .strictObject({
    id: ownId('signInExperience'),
    policy: field(jsonOf('SignInPolicy'), 'How people sign in, sign up and recover their accounts.', {
      first: ['passkey', 'password'],
      second: { required: 'when-enrolled', ways: ['passkey', 'totp', 'backup-code'], trustedDeviceDays: 0 },
      signUp: {
        isOpen: false,
        verifies: ['email'],
        requires: ['password'],
        terms: null,
        domains: { allow: [], deny: [] },
      },
      phone: { countries: ['DE'] },
      password: { minimum: 8 },
      session: { limitSeconds: null, idleLimitSeconds: 86_400 },
      impersonation: { notifies: true, lifetimeSeconds: 900 },
      account: { allows: ['profile', 'avatar', 'email', 'password', 'factors'] },
    }),
    tests: field(
      z.array(jsonOf('SignInTest')),
      'What the policy must lead to: a change that breaks one is refused.',
      [],
    ),
    branding: brandingShape.describe('How pages and mails look, unless the application has its own branding.'),
    ...timestamps,
  })
  .meta({ id: 'SignInExperienceSnapshot', description: 'The sign-in experience at the time of an event.' });

/** Permissions that an explanation of a sign-in requires, all of them. */
export const signInExplanationPermissions = ['users:read', 'sign-in:read', 'applications:read'] as const;
