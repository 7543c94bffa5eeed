import { profileSchema } from '../../../domain/people/profile.ts';
import { userShape } from '../../../vocabulary/resources.ts';
import { ofMember, readableWithin } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import { describedBy, exposeShape, shortColumns } from '../../schema/shapes.ts';
import { Named, Node } from '../node.ts';

outputTypeOf(profileSchema, 'UserProfile', 'OpenID Connect standard claims of a user (OpenID Connect Core 1.0, §5.1).');

const columns = shortColumns('User', userShape);
export const User = builder.prismaObject('User', {
  interfaces: [Node, Named],
  select: columns,
  description: 'A person who can sign in. Requires the permission users:read.',
  authScopes: readableWithin('users:read', ofMember('user')),
  fields: (t) => ({
    ...exposeShape(t, userShape, columns),
    isSuspended: t.boolean({
      ...describedBy(userShape.shape.isSuspended),
      select: { suspendedAt: true },
      resolve: ({ suspendedAt }) => suspendedAt !== null,
    }),
  }),
});
