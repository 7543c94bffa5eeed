import { decodeJwt } from 'jose';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';
import type { TestConsole } from '../../support/browsers/console.ts';
import { password, passwords } from '../../support/password.ts';

/** The records of a service that acts for Ada: ids, and an exchange of her token. */
export interface ActingService {
  shopId: string;
  serviceId: string;
  apiResourceId: string;
  userId: string;
  /** Ada signs in through the shop, and the service exchanges her token. Returns its `jti`; undefined if refused. */
  exchange(scope?: string): Promise<string | undefined>;
}

const resource = 'https://orders.example.com';

/** A shop through which Ada comes, and a service that may exchange her token for the scope `orders:read` of an API. */
export async function startActingService({ call, app: { config } }: TestConsole): Promise<ActingService> {
  const create = async <Payload>(operation: string, fields: string, input: object): Promise<Payload> => {
    const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { payload: ${operation}(input: $input) { ${fields} } }`;
    return (await call<{ payload: Payload }>(query, { input })).payload;
  };
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
    shopId: shop.id,
    serviceId: service.id,
    apiResourceId: apiResource.id,
    userId: user.id,
    async exchange(scope) {
      const { tokens } = await party.signIn('ada');
      const response = await fetch(`${config.issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${service.id}:${service.secret}`).toString('base64')}` },
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
          subject_token: tokens.access_token,
          resource,
          ...(scope !== undefined && { scope }),
        }),
      });
      const { access_token: token } = (await response.json()) as { access_token?: string };
      return token === undefined ? undefined : decodeJwt(token).jti;
    },
  };
}
