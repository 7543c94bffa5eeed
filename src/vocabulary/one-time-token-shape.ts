import { z } from 'zod';
import { email, id, linkTo, time, timestamps } from './shape-parts.ts';

export const oneTimeTokenShape = z
  .strictObject({
    id,
    email: email.nullable().describe('Email address to which the link was sent; null if it was returned instead.'),
    userId: linkTo('user').nullable().describe('Id of the user that it signs in; null if it is for an email address.'),
    organizationIds: z.array(z.string()).describe('Ids of the organizations that the person joins by using it.'),
    expiresAt: time.describe('Time of expiry.'),
    usedAt: time.nullable().describe('Time of its use; null if it was not used.'),
    revokedAt: time.nullable().describe('Time at which it was revoked; null if it was not.'),
    createdAt: timestamps.createdAt,
  })
  .meta({ id: 'OneTimeTokenSnapshot', description: 'A one-time token at the time of an event, without its value.' });
