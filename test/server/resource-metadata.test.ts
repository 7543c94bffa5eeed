import { expect, it } from 'vitest';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { startIssuer } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';

const issuer = perFile(startIssuer);

it('the address of the Management API leads to its resource indicator, its issuer and its scopes', async () => {
  const response = await fetch(`${issuer.url}/.well-known/oauth-protected-resource/api`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  const metadata = (await response.json()) as { resource: string; authorization_servers: string[] };
  expect(metadata).toMatchObject({ scopes_supported: permissionNames, bearer_methods_supported: ['header'] });
  expect(new URL(metadata.resource).pathname).toBe('/api');
  const [server = ''] = metadata.authorization_servers;
  const discovery = await fetch(issuer.url + new URL(`${server}/.well-known/openid-configuration`).pathname);
  expect(await discovery.json()).toMatchObject({ issuer: server });
});

it('pages of every origin may read the metadata of the Management API', async () => {
  const response = await fetch(`${issuer.url}/.well-known/oauth-protected-resource/api`);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});
