import { z } from 'zod';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { factorKinds } from '../../vocabulary/account/factors.ts';
import { isIdentityKind, type VerificationKind } from '../../vocabulary/flows.ts';
import { coversAddress, domainPatternSchema } from '../people/organization-domain.ts';
import { impersonationLifetime } from '../people/impersonation.ts';
import { sessionIdleLimit, sessionLimit } from '../oauth/session-limits.ts';

export const firstWays = ['passkey', 'password', 'email-code', 'phone-code'] as const;
export type FirstWay = (typeof firstWays)[number];
const secondFactorRequirements = ['never', 'when-enrolled', 'for-administrators', 'always'] as const;
export type SecondFactorRequirement = (typeof secondFactorRequirements)[number];
export const signUpAddresses = ['email', 'phone'] as const;
export const signUpFields = ['username', 'password', 'name'] as const;

/** The parts of their own accounts that people may change. */
const accountParts = [
  'profile',
  'username',
  'avatar',
  'email',
  'phone',
  'password',
  'factors',
  'identities',
  'deletion',
] as const;
export type AccountPart = (typeof accountParts)[number];
export const allowedParts = z
  .array(z.enum(accountParts))
  .default([...accountParts])
  .describe('What people may change of their own accounts.');

const domains = z.array(domainPatternSchema).max(1000).default([]);

const sessionPolicySchema = z
  .strictObject({
    limitSeconds: sessionLimit
      .clone()
      .register(fieldFacts, { description: 'After it, everyone must sign in again. Empty: no limit.' })
      .nullable()
      .default(null)
      .describe('Seconds since the sign-in after which no application gets tokens without a new one; null: no limit.'),
    idleLimitSeconds: sessionIdleLimit
      .clone()
      .register(fieldFacts, {
        description: 'Without activity for so long, everyone must sign in again. Empty: 14 days.',
      })
      .nullable()
      .default(null)
      .describe(
        'Seconds without activity in a session after which no application gets tokens without a new sign-in; null: 14 days.',
      ),
  })
  .meta({
    id: 'SessionPolicy',
    description: 'Limits of sessions. Applications can have shorter ones; the shorter one applies.',
  });

/**
 * The rules by which people sign in, sign up and recover their accounts. Defaults are safe: sign-up is closed, and an
 * address is only stored after its owner has entered a code.
 */
export const signInPolicySchema = z
  .strictObject({
    first: z
      .array(z.enum(firstWays))
      .min(1)
      .default(['passkey', 'password', 'email-code'])
      .describe('Ways to sign in. Codes are offered if emails, or SMS, can be sent.'),
    second: z
      .strictObject({
        required: z
          .enum(secondFactorRequirements)
          .default('when-enrolled')
          .describe(
            'Who needs a second factor. `when-enrolled`: people who have one. `for-administrators`: administrators of the platform too.',
          ),
        ways: z
          .array(z.enum(factorKinds))
          .default([...factorKinds])
          .describe('Second factors, the preferred one first.'),
        trustedDeviceDays: z
          .int()
          .min(0)
          .max(90)
          .default(0)
          .describe('Days for which people may skip the second factor in a browser that they trust; 0 for none.'),
      })
      .meta({ id: 'SecondFactorPolicy', description: 'Second factors.' })
      .prefault({}),
    signUp: z
      .strictObject({
        isOpen: z.boolean().default(false).describe('Whether people can create accounts.'),
        verifies: z
          .array(z.enum(signUpAddresses))
          .default(['email'])
          .describe('Addresses that a new account must have. Each is verified by a code.'),
        requires: z.array(z.enum(signUpFields)).default(['password']).describe('What people have to enter besides.'),
        terms: z.url().max(2048).nullable().default(null).describe('Address of the terms that people must accept.'),
        domains: z
          .strictObject({
            allow: domains.describe(
              'Only these domains; all if empty. `*.example.com`: the subdomains of example.com.',
            ),
            deny: domains.describe('Not these domains, written in the same way.'),
          })
          .meta({ id: 'SignUpDomains', description: 'Domains of email addresses with which accounts can be created.' })
          .prefault({}),
      })
      .meta({ id: 'SignUpPolicy', description: 'Accounts that people create themselves.' })
      .prefault({}),
    phone: z
      .strictObject({
        countries: z
          .array(z.string().regex(/^[A-Z]{2}$/, 'Must be a country code of two letters.'))
          .max(300)
          .default([])
          .describe('Countries to which SMS are sent (ISO 3166-1 alpha-2): none by default, because they cost money.'),
      })
      .meta({ id: 'PhonePolicy', description: 'Phone numbers.' })
      .prefault({}),
    password: z
      .strictObject({ minimum: z.int().min(8).max(64).default(8).describe('Minimum length of new passwords.') })
      .meta({ id: 'PasswordPolicy', description: 'New passwords.' })
      .prefault({}),
    session: sessionPolicySchema.prefault({}),
    impersonation: z
      .strictObject({
        notifies: z
          .boolean()
          .default(true)
          .describe('Whether people get a message when an administrator begins to act as them.'),
        lifetimeSeconds: z
          .int()
          .min(impersonationLifetime.minimum)
          .max(impersonationLifetime.maximum)
          .default(impersonationLifetime.default)
          .register(fieldFacts, { widget: 'duration', description: 'At most an hour.' })
          .describe('Seconds after which an impersonation ends, 60 to 3600.'),
      })
      .meta({ id: 'ImpersonationPolicy', description: 'Administrators who act as other people.' })
      .prefault({}),
    account: z
      .strictObject({
        allows: allowedParts,
      })
      .meta({ id: 'AccountPolicy', description: 'Accounts in the hands of their owners.' })
      .prefault({}),
  })
  .refine(
    ({ signUp }) => signUp.verifies.length > 0 || signUp.requires.includes('username'),
    'New accounts need an address or a username.',
  )
  .refine(
    ({ first, signUp, phone }) =>
      phone.countries.length > 0 || !(first.includes('phone-code') || signUp.verifies.includes('phone')),
    'Codes by SMS need the countries to which they are sent.',
  )
  .refine(
    ({ second: { required, ways } }) =>
      required === 'never' || required === 'when-enrolled' || ways.some((way) => way !== 'backup-code'),
    'A second factor that is required needs a way: `passkey` or `totp`.',
  );
export type SignInPolicy = z.output<typeof signInPolicySchema>;

/** Reads a stored policy, with the defaults of what it leaves out, and without what a newer version has added. */
export const readPolicy = (stored: unknown): SignInPolicy =>
  signInPolicySchema.parse(withFieldsOf(signInPolicySchema, stored));

/** A value with the fields of a schema only, at every depth. */
function withFieldsOf(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return withFieldsOf(schema.unwrap() as z.ZodType, value);
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).filter(([name]) => name in value);
  return Object.fromEntries(
    fields.map(([name, field]) => [name, withFieldsOf(field, (value as Record<string, unknown>)[name])]),
  );
}

/** The policy of a new installation. */
export const defaultPolicy: SignInPolicy = signInPolicySchema.parse({});

export type AddressKind = (typeof signUpAddresses)[number];
/** True for what a code proves. */
export const isAddress = (kind: VerificationKind): kind is AddressKind => kind === 'email' || kind === 'phone';

/** True if the policy takes a verification as a sign-in. */
export function takes({ first }: SignInPolicy, kind: VerificationKind): boolean {
  // An administrator has created the token, and has enabled the identity provider.
  if (kind === 'session' || kind === 'one-time-token' || isIdentityKind(kind)) return true;
  return first.some((way) => way === (isAddress(kind) ? `${kind}-code` : kind));
}

/** True if an account with this email address may be created. */
export function mayRegister({ signUp: { domains } }: SignInPolicy, email: string): boolean {
  const isIn = (patterns: readonly string[]) => patterns.some((pattern) => coversAddress(pattern, email));
  return !isIn(domains.deny) && (!domains.allow.length || isIn(domains.allow));
}
