import { parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { isId, systemIds as ids } from '../../src/platform/ids/ids.ts';
import { readPage, readPages } from '../support/documentation.ts';
import { addResource } from '../support/issuer.ts';
import type { TestKernel } from '../support/kernel.ts';
import { startApi } from './api.ts';

const page = readPage('docs/token-exchange.md');
const question = page.blocks.find(({ text }) => text.includes('explainTokenExchange'));
const idIn = (field: string): string => new RegExp(`${field}: "(\\w+)"`).exec(question?.text ?? '')?.[1] ?? '';

it('the documented explanation of a token exchange is what its query returns', async () => {
  await using api = await startApi();
  await makeWorld(api.kernel.database);
  const { explainTokenExchange } = await api.ask(question?.text ?? '');
  expect(explainTokenExchange).toEqual(JSON.parse(question?.next?.text ?? ''));
});

const pagesWithDocuments = readPages()
  .map(({ path }) => path)
  .filter((path) => documentsIn(path).length > 0);

it.each(pagesWithDocuments)('every GraphQL document in %s is valid', (path) => {
  const invalid = documentsIn(path).flatMap((text) => validate(schema, parse(text)));
  expect(invalid).toEqual([]);
});

/** Blocks of GraphQL, and template strings with an operation in blocks of JavaScript. */
function documentsIn(path: string): string[] {
  return readPage(path).blocks.flatMap(({ language, text }) => {
    if (language === 'graphql') return [text];
    if (language !== 'js') return [];
    return [...text.matchAll(/`((?:query|mutation|subscription)\b[^`]*)`/g)].map(([, document = '']) => document);
  });
}

/** The state that the page assumes: a reader who is a clerk in one organization and a manager in another. */
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
