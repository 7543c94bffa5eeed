import { z } from 'zod';
import { emailSchema } from '../../domain/identifiers.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { newSigningKeys } from '../../store/signing-keys.ts';
import { signingAlgorithms } from '../../vocabulary/signing-algorithms.ts';
import { createAdministrators, prepareAdministrators } from './administrators.ts';
import { synchroniseManagementApi } from './management-api.ts';
import { ensureSigningKeys } from './signing-key.ts';

/** What the set-up made or took for the first administrator and the first application. Secrets in the clear. */
const firstStart = z.object({
  username: z.string(),
  password: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
});

export const setUpPlatform = defineOperation({
  name: 'setUpPlatform',
  summary:
    'Bring the Management API resource and its scopes up to date, and make the first signing keys, administrator and application when there is none.',
  permission: 'platform',
  route: null,
  input: z.strictObject({
    managementResource: z.string().describe('Resource indicator of the Management API.'),
    adminEmail: emailSchema.nullish(),
    adminPassword: z.string().nullish().describe('Made when absent, as are the next two.'),
    clientId: z.string().nullish(),
    clientSecret: z.string().nullish(),
    signingAlgorithms: z
      .array(z.enum(signingAlgorithms))
      .describe('Those to make a key for, unless there is one by then.'),
  }),
  output: { firstStart: firstStart.nullable().describe('Null on every later start.') },
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
    'Application.Secrets.Updated',
    'Application.Roles.Updated',
    'SigningKey.Rotated',
  ],
  prepare: async (services, input) => {
    const [administrators, signingKeys] = await Promise.all([
      prepareAdministrators(services, input),
      newSigningKeys({ ...services, signsFrom: services.now }, input.signingAlgorithms),
    ]);
    return { administrators, signingKeys };
  },
  async run(context, { managementResource }, { administrators, signingKeys }) {
    // Two processes may start at once: the second one finds what the first one made.
    await context.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('mandate: set up the platform', 0))`;
    await ensureSigningKeys(context, signingKeys);
    const { isNew, scopeIds } = await synchroniseManagementApi(context, managementResource);
    if (!isNew) return { firstStart: null };
    await createAdministrators(context, administrators, scopeIds);
    return { firstStart: administrators.credentials };
  },
});
