import { scopes } from '../../../reads/lists/scopes.ts';
import { apiResourceShape, scopeShape } from '../../../vocabulary/resources.ts';
import { requires, readableWith } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { addRelatedList } from '../../schema/related-lists.ts';
import { exposeShape } from '../../schema/shapes.ts';
import { Named, Node } from '../node.ts';
import { summaries } from '../../../reads/summaries.ts';

export const Scope = builder.prismaObject('Scope', {
  interfaces: [Node, Named],
  select: { id: true },
  description:
    'A scope of an API resource. Roles and organization roles grant scopes. Requires the permission resources:read.',
  authScopes: readableWith('resources:read'),
  fields: (t) => ({
    ...exposeShape(t, scopeShape),
    apiResource: t.relation('resource', { ...requires('resources:read'), description: 'API resource of the scope.' }),
  }),
});

export const ApiResource = builder.prismaObject('ApiResource', {
  interfaces: [Node, Named],
  select: { id: true },
  description: 'An API that accepts access tokens of this platform. Requires the permission resources:read.',
  authScopes: readableWith('resources:read'),
  fields: (t) => exposeShape(t, apiResourceShape),
});

addRelatedList(ApiResource, {
  field: 'scopes',
  relation: 'scopes',
  list: scopes,
  table: 'scopes',
  owner: 'apiResourceId',
  access: requires('resources:read'),
  description: summaries.apiResourceScopes,
});
