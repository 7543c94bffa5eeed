import { secretBytes } from '../../domain/oauth/application.ts';
import type { RunContext } from '../../kernel/operation.ts';
import type { PrepareServices } from '../../kernel/prepare-services.ts';
import { addSecret } from '../../store/records/applications.ts';
import { applicationOf, applicationSecretOf, userOf } from '../../store/records/shapes.ts';
import { createRole } from './create-role.ts';

interface AdministratorSettings {
  adminEmail?: string | null | undefined;
  adminPassword?: string | null | undefined;
  clientId?: string | null | undefined;
  clientSecret?: string | null | undefined;
}

interface Administrators {
  credentials: { username: string; password: string; clientId: string; clientSecret: string };
  email: string | null;
  passwordHash: string;
}

type Context = Pick<
  RunContext<
    | 'Role.Created'
    | 'Role.Scopes.Updated'
    | 'User.Created'
    | 'Application.Created'
    | 'Application.Secrets.Updated'
    | 'Application.Roles.Updated'
  >,
  'tx' | 'ids' | 'now' | 'emit'
>;

/**
 * The credentials of the first administrator and the first application; those that are not configured are generated.
 */
export async function prepareAdministrators(
  { ids, passwords }: Pick<PrepareServices, 'ids' | 'passwords'>,
  settings: AdministratorSettings,
): Promise<Administrators> {
  const credentials = {
    username: 'admin',
    password: settings.adminPassword ?? ids.secret(15),
    clientId: settings.clientId ?? ids.next('application'),
    clientSecret: settings.clientSecret ?? ids.secret(secretBytes),
  };
  return { credentials, email: settings.adminEmail ?? null, passwordHash: await passwords.hash(credentials.password) };
}

/** Creates a role with these scopes, and the first user and the first application, which hold it. */
export async function createAdministrators(
  context: Context,
  administrators: Administrators,
  scopeIds: string[],
): Promise<void> {
  const roleId = await createAdministratorRole(context, 'Administrator', scopeIds);
  await createUser(context, administrators, roleId);
  await createApplication(context, administrators.credentials, roleId);
}

/** Creates a role with every permission of the Management API, whose scopes these are. */
export const createAdministratorRole = (
  context: Pick<RunContext<'Role.Created' | 'Role.Scopes.Updated'>, 'tx' | 'ids' | 'emit'>,
  name: string,
  scopeIds: string[],
): Promise<string> => createRole(context, { name, description: 'Every permission of the Management API.' }, scopeIds);

async function createUser({ tx, ids, emit }: Context, administrators: Administrators, roleId: string): Promise<void> {
  const { credentials, email, passwordHash } = administrators;
  const id = ids.next('user');
  const data = { id, username: credentials.username, email, passwordHash, name: 'Administrator' };
  const user = await tx.user.create({ data: { ...data, roles: { create: { roleId } } } });
  emit('User.Created', id, { user: userOf(user), roleIds: [roleId] });
}

async function createApplication(
  { tx, ids, now, emit }: Context,
  { clientId: id, clientSecret }: Administrators['credentials'],
  roleId: string,
): Promise<void> {
  const data = {
    id,
    name: 'Administration',
    description: 'Created on the first start.',
    type: 'MACHINE_TO_MACHINE' as const,
  };
  const application = applicationOf(
    await tx.application.create({ data: { ...data, roles: { create: { roleId } } } }),
    now,
  );
  const secret = { id: ids.next('applicationSecret'), applicationId: id, name: 'first', value: clientSecret };
  const added = await addSecret(tx, { ...secret, expiresAt: null });
  emit('Application.Created', id, { application });
  emit('Application.Secrets.Updated', id, {
    application,
    addedSecrets: [applicationSecretOf(added)],
    revokedSecrets: [],
  });
  emit('Application.Roles.Updated', id, { application, addedRoleIds: [roleId], removedRoleIds: [] });
}
