import { Hono } from 'hono';
import type { Config } from '../config.ts';
import { permissionNames } from '../vocabulary/permissions.ts';
import type { HttpEnv, Routes } from './routes.ts';

/**
 * The metadata of the Management API as a protected resource (RFC 9728), for clients that know only its address. There
 * is none for `/graphql`: its tokens are for the resource of `/api`, and the metadata of an address must name it.
 */
export function resourceMetadata({
  issuer,
  managementResource,
}: Pick<Config, 'issuer' | 'managementResource'>): Routes {
  const metadata = {
    resource: managementResource,
    authorization_servers: [issuer],
    scopes_supported: permissionNames,
    bearer_methods_supported: ['header'],
    resource_name: 'Management API',
    resource_documentation: `${managementResource}/docs`,
  };
  const headers = { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' };
  return new Hono<HttpEnv>().get('/.well-known/oauth-protected-resource/api', (context) =>
    context.json(metadata, 200, headers),
  );
}
