import { scopes } from '../../reads/scopes.ts';
import { requires, readableWith } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { addRelatedList } from '../schema/related-lists.ts';
import { Named, Node, versionMeaning } from './node.ts';
import { type Algorithm, SigningAlgorithm } from './signing-algorithm.ts';

export const Scope = builder.prismaObject('Scope', {
  interfaces: [Node, Named],
  select: { id: true, name: true, description: true, createdAt: true, updatedAt: true, version: true },
  description:
    'A scope of an API resource. Roles and organization roles grant scopes. Requires the permission resources:read.',
  authScopes: readableWith('resources:read'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the scope, as in tokens (RFC 6749 §3.3). Immutable.' }),
    description: t.exposeString('description', { description: 'Description of what the scope permits.' }),
    apiResource: t.relation('resource', { ...requires('resources:read'), description: 'API resource of the scope.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});

export const ApiResource = builder.prismaObject('ApiResource', {
  interfaces: [Node, Named],
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
  description: 'An API that accepts access tokens of this platform. Requires the permission resources:read.',
  authScopes: readableWith('resources:read'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Display name.' }),
    indicator: t.expose('indicator', {
      type: 'URL',
      description: 'Resource indicator (RFC 8707): the `aud` of its access tokens. Immutable.',
    }),
    accessTokenTtl: t.exposeInt('accessTokenTtl', { description: 'Lifetime of its access tokens in seconds.' }),
    accessTokenSigningAlg: t.field({
      type: SigningAlgorithm,
      description: 'Signing algorithm of its access tokens.',
      resolve: ({ accessTokenSigningAlg }) => accessTokenSigningAlg as Algorithm,
    }),
    isBuiltIn: t.exposeBoolean('isBuiltIn', {
      description: 'Whether it is the Management API. Its scopes are the permissions; they cannot be changed.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});

addRelatedList(ApiResource, {
  field: 'scopes',
  relation: 'scopes',
  list: scopes,
  table: 'scopes',
  owner: 'apiResourceId',
  access: requires('resources:read'),
  description: 'Scopes of the API resource.',
});
