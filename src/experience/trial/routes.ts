import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { isBrowserOf } from '../../domain/flow/browser.ts';
import { findTrial, openResult, showResult } from '../../store/identity-providers/trials.ts';
import { type MemberServices, readMember } from '../account/member.ts';
import { signIn } from '../account/sign-in.ts';
import { returnCookie } from '../cookies/return-cookie.ts';
import { redirect, refuse } from '../responses.ts';
import { trialPath } from '../../vocabulary/identity-providers/identity-provider-presets.ts';
import { waitsForProvider } from '../turns.ts';
import { goToTrial } from '../upstream/trial.ts';
import type { UpstreamServices } from '../upstream/upstream-services.ts';

/**
 * The page on which a trial sign-in starts and ends, in the browser in which its administrator is signed in: who is
 * sent to it, or to the provider, by someone else shows them nothing.
 */
export const createTrialPage = (services: MemberServices & UpstreamServices): Hono<{ Bindings: HttpBindings }> =>
  new Hono<{ Bindings: HttpBindings }>().get(trialPath(':id'), waitsForProvider, async (context) => {
    const { database, clock, config } = services;
    const member = await readMember(context, services);
    if (!member) return signIn(context, services, { path: context.req.path });
    const id = context.req.param('id') ?? '';
    const trial = await findTrial(database.prisma, { id, userId: member.account.id }, clock.now());
    if (!trial) return refuse(context, 'expired');
    if (trial.result) {
      const { value: secret } = returnCookie(context, config.publicUrl, context.req.path);
      if (!isBrowserOf(openResult(services.secretBox, trial) ?? {}, secret)) return refuse(context, 'expired');
    } else {
      const address = await goToTrial(services, trial);
      if (address !== undefined) return redirect(context, address);
    }
    await showResult(database.prisma, id, clock.now());
    return redirect(
      context,
      `${config.publicUrl}/console/sign-in/identity-providers/${trial.identityProviderId}?trial=${id}`,
    );
  });
