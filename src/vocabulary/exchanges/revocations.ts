import { z } from 'zod';
import { idOf } from '../ids.ts';
import { exampleSessionId, field } from '../shape-parts.ts';

/**
 * The kinds of endings, with the tokens that are no longer accepted then. To add a kind: a line here, and the events
 * that end it in domain/events/revocations.ts.
 */
export const revocationKinds = {
  SESSION: 'A session ended: tokens with this `session_id`.',
  GRANT: 'A grant ended: tokens with this `grant_id`.',
  USER: 'Everything of a person ended: tokens with this `sub` whose count in `session_epoch` is smaller.',
  APPLICATION:
    'Everything of an application ended: tokens with this `client_id`, `grant_client_id` or actor whose count in `session_epoch` is smaller.',
  KEY: 'A signing key was withdrawn: tokens with this `kid`.',
  MEMBERSHIP:
    'A person left an organization, or all did: tokens with this `organization_id`, and `sub`, that were issued until then.',
} as const;
export type RevocationKind = keyof typeof revocationKinds;
const kindNames = Object.keys(revocationKinds) as RevocationKind[];

/**
 * The largest count of endings, which is the largest integer of PostgreSQL: a larger one would fail a statement that
 * other requests share. No token of a record that was deleted has a larger one.
 */
export const maxSessionEpoch = 2_147_483_647;

export const revocationShape = z
  .strictObject({
    kind: field(z.enum(kindNames), 'What ended.', 'SESSION'),
    id: field(
      idOf().nullable(),
      'Its id: the value of the claim. Null if all members of an organization left it, because it was deleted.',
      exampleSessionId,
    ),
    sessionEpoch: field(
      z.int().nullable(),
      `How often everything of the person or application was ended: a token ended if its count, 0 without one, is smaller. ${maxSessionEpoch} once it was deleted; null for other kinds.`,
      null,
    ),
    organizationId: idOf('organization').nullable().describe('Id of the organization; null for other kinds.'),
    before: field(
      z.int().nullable(),
      'Seconds since the epoch: a token that is confined to the organization ended if its `iat` is not later. Null for other kinds.',
      null,
    ),
  })
  .meta({ id: 'RevocationSnapshot', description: 'What ended, and so which tokens are no longer accepted: ids only.' });
export type Revocation = z.output<typeof revocationShape>;
