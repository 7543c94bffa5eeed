import { z } from 'zod';
import { email, exampleTimes, field, ownId, linkTo, time, timestamps } from '../shape-parts.ts';
import { idOf } from '../ids.ts';

export const oneTimeTokenShape = z
  .strictObject({
    id: ownId('oneTimeToken'),
    email: field(email.nullable(), 'Email address to which the link was sent; null if it was returned instead.', null),
    userId: linkTo('user').nullable().describe('Id of the user that it signs in; null if it is for an email address.'),
    organizationIds: z
      .array(idOf('organization'))
      .describe('Ids of the organizations that the person joins by using it.'),
    expiresAt: field(time, 'Time of expiry.', exampleTimes.later),
    usedAt: field(time.nullable(), 'Time of its use; null if it was not used.', null),
    revokedAt: field(time.nullable(), 'Time at which it was revoked; null if it was not.', null),
    createdAt: timestamps.createdAt,
  })
  .meta({ id: 'OneTimeTokenSnapshot', description: 'A one-time token at the time of an event, without its value.' });
