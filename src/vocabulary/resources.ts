import { z } from 'zod';

/**
 * The public form of each resource: what events carry and management answers show. Without secrets by construction:
 * a password hash, a secret's hash or a private key has no field here. Times are ISO 8601 in UTC.
 */
const time = z.iso.datetime();
const json = z.record(z.string(), z.unknown());
const stamps = { createdAt: time, updatedAt: time };

export const userShape = z.strictObject({
  id: z.string(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  emailVerifiedAt: time.nullable(),
  phone: z.string().nullable(),
  phoneVerifiedAt: time.nullable(),
  name: z.string().nullable(),
  avatar: z.string().nullable(),
  profile: json,
  customData: json,
  isSuspended: z.boolean(),
  suspendedAt: time.nullable(),
  lastSignInAt: time.nullable(),
  ...stamps,
});

export const roleShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  isDefault: z.boolean(),
  ...stamps,
});

export const apiResourceShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  indicator: z.string(),
  accessTokenTtl: z.int(),
  isBuiltIn: z.boolean(),
  ...stamps,
});

export const scopeShape = z.strictObject({
  id: z.string(),
  resourceId: z.string(),
  name: z.string(),
  description: z.string(),
  ...stamps,
});

export const applicationTypes = ['MACHINE_TO_MACHINE', 'TRADITIONAL_WEB', 'SINGLE_PAGE', 'NATIVE'] as const;
export type ApplicationType = (typeof applicationTypes)[number];

export const applicationShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.enum(applicationTypes),
  isThirdParty: z.boolean(),
  tokenExchangeAllowed: z.boolean(),
  pkceRequired: z.boolean(),
  redirectUris: z.array(z.string()),
  postLogoutRedirectUris: z.array(z.string()),
  corsOrigins: z.array(z.string()),
  jwks: json.nullable(),
  isSuspended: z.boolean(),
  suspendedAt: time.nullable(),
  ...stamps,
});

export const applicationSecretShape = z.strictObject({
  id: z.string(),
  applicationId: z.string(),
  name: z.string(),
  prefix: z.string(),
  expiresAt: time.nullable(),
  createdAt: time,
});

export const organizationShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  customData: json,
  ...stamps,
});

const named = { id: z.string(), name: z.string(), description: z.string(), ...stamps };
export const organizationRoleShape = z.strictObject(named);
export const organizationScopeShape = z.strictObject(named);

export const signingKeyShape = z.strictObject({
  id: z.string(),
  algorithm: z.string(),
  signsFrom: time,
  publishedUntil: time.nullable(),
  createdAt: time,
});
