// SQL: an advisory lock.
import { z } from 'zod';
import { defaultPolicy } from '../../domain/flow/policy.ts';
import { emailSchema } from '../../domain/people/identifiers.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { storePolicy } from '../../store/flows/policies.ts';
import { newSigningKeys } from '../../store/signing-keys.ts';
import { signingAlgorithms } from '../../vocabulary/signing-algorithms.ts';
import { createAdministrators, prepareAdministrators } from './administrators.ts';
import { addApiResourceRole } from './api-resource-role.ts';
import { synchronizeBuiltIns } from './built-in-applications.ts';
import { synchronizeManagementApi } from './management-api.ts';
import { ensureSigningKeys } from './ensure-signing-keys.ts';

/** The credentials of the first administrator and the first application, in plain text. */
const firstStart = z.object({
  username: z.string(),
  password: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
});

export const setUpPlatform = defineOperation({
  name: 'setUpPlatform',
  summary:
    'Update the Management API resource, its scopes and the role of APIs, and the built-in applications. On the first start, create the signing keys, the first administrator and the first application.',
  permission: 'platform',
  route: null,
  input: z.strictObject({
    managementResource: z.string().describe('Resource indicator of the Management API.'),
    publicUrl: z.string().describe('Base URL of the platform.'),
    isFirstStart: z.boolean().describe('Whether there are no records of the platform yet.'),
    adminEmail: emailSchema.nullish(),
    adminPassword: z.string().nullish().describe('Generated if omitted, as are the next two.'),
    clientId: z.string().nullish(),
    clientSecret: z.string().nullish(),
    isSignUpOpen: z.boolean().default(false).describe('Whether people can create accounts.'),
    signingAlgorithms: z
      .array(z.enum(signingAlgorithms))
      .describe('Algorithms to create a key for, unless there is one.'),
  }),
  output: { firstStart: firstStart.nullable().describe('Null on later starts.') },
  always: [],
  sometimes: [
    'ApiResource.Created',
    'ApiResource.Data.Updated',
    'Scope.Created',
    'Scope.Data.Updated',
    'Role.Created',
    'Role.Scopes.Updated',
    'User.Created',
    'Application.Created',
    'Application.Data.Updated',
    'Application.Secrets.Updated',
    'Application.Roles.Updated',
    'SigningKey.Rotated',
  ],
  prepare: async (services, input) => {
    const [administrators, signingKeys] = await Promise.all([
      input.isFirstStart ? prepareAdministrators(services, input) : null,
      newSigningKeys({ ...services, signsFrom: services.now }, input.signingAlgorithms),
    ]);
    return { administrators, signingKeys };
  },
  async run(context, { managementResource, publicUrl, isSignUpOpen }, { administrators, signingKeys }) {
    // Two processes may start at once: the second one waits, and finds what the first one created.
    await context.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('mandate: set up the platform', 0))`;
    await ensureSigningKeys(context, signingKeys);
    await synchronizeBuiltIns(context, publicUrl);
    const { isNew, scopeIds, addedScopes } = await synchronizeManagementApi(context, managementResource);
    await addApiResourceRole(context, addedScopes);
    // Of two processes that start at once, one has created them.
    if (!isNew || !administrators) return { firstStart: null };
    await createAdministrators(context, administrators, scopeIds);
    if (isSignUpOpen)
      await storePolicy(context.tx, { ...defaultPolicy, signUp: { ...defaultPolicy.signUp, isOpen: true } });
    return { firstStart: administrators.credentials };
  },
});
