import { scopes } from '../../reads/scopes.ts';
import { needs, recordOf } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { addRelatedList } from '../schema/related-lists.ts';
import { Node, versionMeaning } from './node.ts';
import { type Algorithm, SigningAlgorithm } from './signing-algorithm.ts';

export const Scope = builder.prismaObject('Scope', {
  interfaces: [Node],
  select: { id: true, name: true, description: true, createdAt: true, updatedAt: true, version: true },
  description: 'A permission on an API resource, which roles hold. Needs the permission resources:read.',
  authScopes: recordOf('resources:read'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The scope as it stands in tokens (RFC 6749 §3.3). Never changes.' }),
    description: t.exposeString('description', { description: 'What the scope allows, for people.' }),
    apiResource: t.relation('resource', { ...needs('resources:read'), description: 'The API resource it belongs to.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the scope was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the scope was last changed.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});

export const ApiResource = builder.prismaObject('ApiResource', {
  interfaces: [Node],
  select: {
    id: true,
    name: true,
    indicator: true,
    accessTokenTtl: true,
    accessTokenSigningAlg: true,
    isBuiltIn: true,
    createdAt: true,
    updatedAt: true,
    version: true,
  },
  description: 'A service that accepts our access tokens. Needs the permission resources:read.',
  authScopes: recordOf('resources:read'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What people call it.' }),
    indicator: t.expose('indicator', {
      type: 'URL',
      description: 'Resource indicator (RFC 8707), the `aud` of its tokens. Never changes.',
    }),
    accessTokenTtl: t.exposeInt('accessTokenTtl', { description: 'Lifetime of its access tokens in seconds.' }),
    accessTokenSigningAlg: t.field({
      type: SigningAlgorithm,
      description: 'How its access tokens are signed.',
      resolve: ({ accessTokenSigningAlg }) => accessTokenSigningAlg as Algorithm,
    }),
    isBuiltIn: t.exposeBoolean('isBuiltIn', {
      description: 'Whether it is the Management API itself, whose scopes are the permissions and never change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the resource was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the resource was last changed.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});

addRelatedList(ApiResource, {
  field: 'scopes',
  relation: 'scopes',
  list: scopes,
  owner: 'apiResourceId',
  access: needs('resources:read'),
  description: 'Its scopes',
});
