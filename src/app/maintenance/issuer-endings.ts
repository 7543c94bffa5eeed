import { actorAtIssuer, platformActor } from '../../kernel/actor.ts';
import type { Execute, Origin } from '../../kernel/types.ts';
import type { IssuerEndings, Requester } from '../../oidc/provider/endings.ts';
import { reportFailingAuthentication } from '../../operations/issuer/report-failing-authentication.ts';
import { reportReplay } from '../../operations/issuer/report-replay.ts';
import { revokeGrant } from '../../operations/issuer/revoke-grant.ts';
import { signOut } from '../../operations/issuer/sign-out.ts';
import { unlessGone } from '../unless-gone.ts';

/** Runs the operations by which sessions and grants end at the issuer. What has ended before has its own event. */
export const createIssuerEndings = ({ execute }: { execute: Execute }): IssuerEndings => ({
  signOut: (session, by) => unlessGone(execute(signOut, actorOf(by), session, originOf(by))),
  revokeGrant: (grant, by) => unlessGone(execute(revokeGrant, actorOf(by), grant, originOf(by))),
  reportReplay: (grant, by) => unlessGone(execute(reportReplay, actorOf(by), grant, originOf(by))),
  reportFailingAuthentication: (failures, by) =>
    unlessGone(execute(reportFailingAuthentication, platformActor, { applicationId: by.id, failures }, originOf(by))),
});

const actorOf = ({ kind, id }: Requester) => actorAtIssuer(kind, id);

const originOf = ({ request }: Requester): Origin => ({ ...request, channel: 'oidc' });
