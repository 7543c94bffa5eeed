import { decodeJwt } from 'jose';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';
import type { TestConsole } from '../../support/browsers/console.ts';
import { changesOf } from '../../support/browsers/console-changes.ts';
import { password, passwords } from '../../support/password.ts';
import { exchangeToken } from '../../support/exchanges/token-requests.ts';

/** The records of a service that acts for Ada, and an exchange of her token. */
export interface ActingService {
  serviceId: string;
  apiResourceId: string;
  userId: string;
  /** Ada signs in through the shop, and the service exchanges her token. Returns its `jti`; undefined if refused. */
  exchange(scope?: string): Promise<string | undefined>;
}

const resource = 'https://orders.example.com';

/** A shop through which Ada comes, and a service that may exchange her token for the scope `orders:read` of an API. */
export async function startActingService(console_: TestConsole): Promise<ActingService> {
  const { config } = console_.app;
  const { run: create } = changesOf(() => console_);
  const application = async (name: string) => {
    const input = { name, type: 'TRADITIONAL_WEB', redirectUris: [redirectUri], secret: { name: 'first' } };
    const fields = 'application { id } secret';
    const created = await create<{ application: { id: string }; secret: string }>('createApplication', fields, input);
    return { id: created.application.id, secret: created.secret };
  };
  const [service, shop] = [await application('Order service'), await application('Web shop')];
  await create('setApplicationTokenExchange', 'application { id }', {
    applicationId: service.id,
    tokenExchangeAllowed: true,
  });
  const { apiResource } = await create<{ apiResource: { id: string } }>('createApiResource', 'apiResource { id }', {
    name: 'Orders API',
    indicator: resource,
    scopes: [{ name: 'orders:read' }, { name: 'orders:delete' }],
  });
  const { role } = await create<{ role: { id: string } }>('createRole', 'role { id }', {
    name: 'Reader',
    scopes: [{ resource: apiResource.id, name: 'orders:read' }],
  });
  const { user } = await create<{ user: { id: string } }>('createUser', 'user { id }', {
    username: 'ada',
    name: 'Ada Lovelace',
    passwordHash: await passwords.hash(password),
    roleIds: [role.id],
  });
  const party = await relyingParty(config.issuer, { id: shop.id, clientSecret: shop.secret });
  return {
    serviceId: service.id,
    apiResourceId: apiResource.id,
    userId: user.id,
    async exchange(scope) {
      const { tokens } = await party.signIn('ada');
      const client = { id: service.id, clientSecret: service.secret };
      const token = await exchangeToken(config.publicUrl, client, { token: tokens.access_token, resource, scope });
      return token === '' ? undefined : decodeJwt(token).jti;
    },
  };
}
