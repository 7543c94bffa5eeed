import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { readBody } from '../../http/body.ts';
import { pageHeaders } from '../../oidc/provider/pages.ts';
import {
  type Opening,
  type PageContext,
  showStep,
  type StepServices,
  submitStep,
  textsOf,
  wantsJson,
} from '../flow-pages.ts';
import { laidOut } from '../pages/layout.ts';
import { formLimit } from '../pages/notices.ts';
import { markup } from '../../http/markup.ts';
import { readFields } from '../read-fields.ts';
import { isFromOurPage, refuse } from '../responses.ts';
import { resetAddress, resetCookie } from './cookie.ts';

/** The pages on which a forgotten password is reset without an application. */
export function createReset(services: StepServices): Hono<{ Bindings: HttpBindings }> {
  const { publicUrl } = services.config;
  return (
    new Hono<{ Bindings: HttpBindings }>()
      // Where password managers lead: W3C, A Well-Known URL for Changing Passwords.
      .get('/.well-known/change-password', (context) => context.redirect(resetAddress, 302))
      .get(resetAddress, (context) => show(context, services))
      .post(resetAddress, async (context) => {
        if (!isFromOurPage(context, publicUrl)) return refuse(context, 'foreign-form');
        const form = await readBody(context.env.incoming, formLimit);
        if (form === 'too large') return refuse(context, 'form-too-long');
        // The client closed the connection: no response can be received.
        if (!form) return context.body(null, 400);
        return submit(context, form, services);
      })
  );
}

const openingOf = (uid: string): Opening => ({
  uid,
  action: resetAddress,
  application: { id: null, name: 'Mandate' },
  purpose: 'reset',
  loginHint: undefined,
  languages: [],
  requestedLevel: 1,
  session: undefined,
});

/** The present step. A flow that is over is replaced by a new one. */
async function show(context: PageContext, services: StepServices): Promise<Response> {
  const cookie = resetCookie(context, services.config.publicUrl);
  const shown = cookie.uid === undefined ? undefined : await showStep(context, openingOf(cookie.uid), services);
  if (shown) return shown;
  const uid = cookie.renew(services.ids.secret());
  return (await showStep(context, openingOf(uid), services)) ?? refuse(context, 'reset-expired');
}

async function submit(context: PageContext, form: Buffer, services: StepServices): Promise<Response> {
  const cookie = resetCookie(context, services.config.publicUrl);
  if (cookie.uid === undefined) return refuse(context, 'reset-expired');
  const fields = readFields(context.req.header('content-type'), form);
  const answered = await submitStep(context, openingOf(cookie.uid), fields, services);
  if (answered === 'over') return refuse(context, 'reset-expired');
  if (answered instanceof Response) return answered;
  cookie.remove();
  return showDone(context);
}

/** The person goes back to an application by themselves. */
function showDone(context: PageContext): Response {
  const texts = textsOf(context);
  const headers = { ...pageHeaders, 'content-language': texts.language, vary: 'Accept, Accept-Language' };
  const { passwordChanged: title, signInAgain: text } = texts;
  if (wantsJson(context))
    return context.json({ purpose: 'reset', state: 'done', text: `${title}. ${text}` }, 200, headers);
  return context.html(laidOut(title, markup`<p>${text}</p>`, texts), 200, headers);
}
