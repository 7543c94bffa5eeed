import { readFileSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { isId, systemIds as ids } from '../../src/platform/ids.ts';
import { addResource } from '../support/issuer.ts';
import type { TestKernel } from '../support/kernel.ts';
import { startApi } from './api.ts';

const readme = readFileSync('README.md', 'utf8');
const [, part = ''] = /### Why is a scope missing\?\n([\s\S]*?)\n## /.exec(readme) ?? [];
const block = (language: string): string => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(part)?.[1] ?? '';
const idIn = (field: string): string => new RegExp(`${field}: "(\\w+)"`).exec(part)?.[1] ?? '';

it("the README's answer to why a scope is missing is the one that its query gets", async () => {
  await using api = await startApi();
  await makeWorld(api.kernel.database);
  const { explainTokenExchange } = await api.ask(block('graphql'));
  expect(explainTokenExchange).toEqual(JSON.parse(block('json')));
});

it('every query in the README is one that the schema knows', () => {
  const queries = [...readme.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, query = '']) => query);
  expect(queries.length).toBeGreaterThanOrEqual(2);
  expect(queries.flatMap((query) => validate(schema, parse(query)))).toEqual([]);
});

/** What the README tells of: a reader who is a clerk in the organization that is asked for, and a manager in another one. */
async function makeWorld({ prisma }: TestKernel['database']): Promise<void> {
  const [userId, applicationId, acme] = [idIn('userId'), idIn('applicationId'), idIn('organizationId')];
  expect([isId('user', userId), isId('application', applicationId), isId('organization', acme)]).toEqual([
    true,
    true,
    true,
  ]);
  const names = ['orders:read', 'orders:write', 'orders:delete'];
  const [read = '', write = ''] = (await addResource(prisma, 'https://api-b.example.com', names)).scopeIds;
  await prisma.user.create({ data: { id: userId } });
  const backend = { id: applicationId, name: 'Backend', tokenExchangeAllowed: true };
  await prisma.application.create({ data: { ...backend, type: 'MACHINE_TO_MACHINE' } });
  const role = { id: ids.next('role'), name: 'Reader', scopes: { create: { scopeId: read } } };
  await prisma.role.create({ data: { ...role, users: { create: { userId } } } });
  const join = async (id: string, name: string, organizationRole: string, scopeId: string): Promise<void> => {
    await prisma.organization.create({ data: { id, name, users: { create: { userId } } } });
    const organizationRoleId = ids.next('organizationRole');
    const apiScopes = { create: { scopeId } };
    await prisma.organizationRole.create({ data: { id: organizationRoleId, name: organizationRole, apiScopes } });
    await prisma.organizationUserRole.create({ data: { organizationId: id, userId, organizationRoleId } });
  };
  await join(acme, 'Acme', 'Clerk', read);
  await join(ids.next('organization'), 'Globex', 'Manager', write);
}
