import { devices } from '../../reads/devices.ts';
import { isKnown, knownBy } from '../../store/records/people-shapes.ts';
import { readableWith, requiresEverywhere } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { addRelatedList } from '../schema/related-lists.ts';
import { Node } from './node.ts';
import { User } from './user.ts';

builder.prismaObject('Device', {
  interfaces: [Node],
  select: { id: true },
  description: 'A browser in which a user has signed in. Requires the permission users:read.',
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    user: t.relation('user', { ...requiresEverywhere('users:read'), description: 'User of the device.' }),
    label: t.exposeString('label', {
      nullable: true,
      description: 'Name of the browser, such as "Firefox, Windows", from its User-Agent; null if it is unknown.',
    }),
    isKnown: t.boolean({
      select: knownBy,
      description:
        'Whether its attempts are counted separately: the user has signed in during the last 90 days, and was not signed out everywhere since.',
      resolve: (device, _args, { clock }) => isKnown(device, clock.now()),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the first sign-in.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'Time of the last sign-in.' }),
  }),
});

addRelatedList(User, {
  field: 'devices',
  relation: 'devices',
  list: devices,
  table: 'devices',
  owner: 'userId',
  access: requiresEverywhere('users:read'),
  description: 'Browsers in which the user has signed in.',
});
