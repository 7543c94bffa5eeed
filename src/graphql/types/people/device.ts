import { devices } from '../../../reads/lists/devices.ts';
import { isKnown, knownBy } from '../../../store/records/people-shapes.ts';
import { deviceShape } from '../../../vocabulary/records/people-shapes.ts';
import { readableWith, requiresEverywhere } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { addRelatedList } from '../../schema/related-lists.ts';
import { describedBy, exposeShape } from '../../schema/shapes.ts';
import { Node } from '../node.ts';
import { User } from './user.ts';
import { summaries } from '../../../reads/summaries.ts';

builder.prismaObject('Device', {
  interfaces: [Node],
  select: { id: true },
  description: 'A browser in which a user has signed in. Requires the permission users:read.',
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    ...exposeShape(t, deviceShape),
    user: t.relation('user', { ...requiresEverywhere('users:read'), description: 'User of the device.' }),
    isKnown: t.boolean({
      ...describedBy(deviceShape.shape.isKnown),
      select: knownBy,
      resolve: (device, _args, { clock }) => isKnown(device, clock.now()),
    }),
  }),
});

addRelatedList(User, {
  field: 'devices',
  relation: 'devices',
  list: devices,
  table: 'devices',
  owner: 'userId',
  access: requiresEverywhere('users:read'),
  description: summaries.userDevices,
});
