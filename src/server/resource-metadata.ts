import { Hono } from 'hono';
import type { Config } from '../config.ts';
import { accountScopeNames } from '../vocabulary/account/account-scopes.ts';
import { permissionNames } from '../vocabulary/permissions.ts';
import type { HttpEnv, Routes } from './routes.ts';

/**
 * The metadata of the Management API and the Account API as protected resources (RFC 9728), for clients that know only
 * their addresses. There is none for `/graphql`, which takes tokens of both: the metadata of an address must name it.
 */
export function resourceMetadata(config: Pick<Config, 'issuer' | 'managementResource' | 'accountResource'>): Routes {
  const common = { authorization_servers: [config.issuer], bearer_methods_supported: ['header'] };
  const management = {
    resource: config.managementResource,
    ...common,
    scopes_supported: permissionNames,
    resource_name: 'Management API',
    resource_documentation: `${config.managementResource}/docs`,
  };
  const account = {
    resource: config.accountResource,
    ...common,
    scopes_supported: accountScopeNames,
    resource_name: 'Account API',
    resource_documentation: `${config.accountResource}/api/docs`,
  };
  const headers = { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' };
  return new Hono<HttpEnv>()
    .get('/.well-known/oauth-protected-resource/api', (context) => context.json(management, 200, headers))
    .get('/.well-known/oauth-protected-resource/account', (context) => context.json(account, 200, headers));
}
