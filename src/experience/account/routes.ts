import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { labelRequest } from '../../http/request-labels.ts';
import type { Fields } from '../flow/answer.ts';
import { isSameOrigin, type PageContext } from '../requests.ts';
import { refuse } from '../responses.ts';
import { sendFile, styleHeaders } from '../send-file.ts';
import { withoutTurn } from '../turns.ts';
import { actionAt, type ActionName } from './actions.ts';
import { showFlowPage, submitFlowPage } from './flow-pages.ts';
import { type Member, type MemberServices, readMember } from './member.ts';
import { accountStyle, isPageName } from './pages/frame.ts';
import { readAccountForm } from './read-form.ts';
import { showAction, submitAction } from './run-action.ts';
import { showPage } from './show-page.ts';
import { returnFromSignIn, returnPath, signIn } from './sign-in.ts';

/** The page that password managers open to change a password: W3C, A Well-Known URL for Changing Passwords. */
const passwordAddress = '/account/security';

/** The pages on which people look after their accounts, with the session of the issuer: no token is issued for them. */
export function createAccountPages(services: MemberServices): Hono<{ Bindings: HttpBindings }> {
  const { publicUrl } = services.config;
  const asMember = async (context: PageContext, show: (member: Member) => Response | Promise<Response>) => {
    const member = await readMember(context, services);
    if (member) return show(member);
    const { pathname, search } = new URL(context.req.url);
    return signIn(context, services, { path: context.req.method === 'GET' ? pathname + search : pathname });
  };
  /** The body, which can be large, is only read for a person who is signed in. */
  const submit = (context: PageContext, send: (member: Member, fields: Fields) => Promise<Response>) => {
    // Unlike in a sign-in, a client that sends neither header is refused as well.
    if (!isSameOrigin(context, publicUrl)) return refuse(context, 'foreign-form');
    return asMember(context, async (member) => {
      const fields = await readAccountForm(context, member.texts);
      return fields instanceof Response ? fields : send(member, fields);
    });
  };
  return new Hono<{ Bindings: HttpBindings }>()
    .use('/account/*', (context, next) => {
      labelRequest(context.env.outgoing, { channel: 'account' });
      return next();
    })
    .get('/.well-known/change-password', withoutTurn, (context) => context.redirect(passwordAddress, 302))
    .get('/.well-known/passkey-endpoints', withoutTurn, (context) =>
      // W3C, A Well-Known URL for Relying Party Passkey Endpoints.
      context.json({ enroll: publicUrl + passwordAddress, manage: publicUrl + passwordAddress }),
    )
    .get('/account/style.css', withoutTurn, (context) => sendFile(context, accountStyle, styleHeaders))
    .get(returnPath, async (context) => returnFromSignIn(context, services, await readMember(context, services)))
    .get('/account/flows/:id', (context) =>
      asMember(context, (member) => showFlowPage({ context, services, member }, context.req.param('id'))),
    )
    .post('/account/flows/:id', (context) =>
      submit(context, (member, fields) =>
        submitFlowPage({ context, services, member }, context.req.param('id'), fields),
      ),
    )
    .get('/account', (context) => asMember(context, (member) => showPage({ context, services, member }, 'overview')))
    .get('/account/:page', (context) => {
      const page = context.req.param('page');
      if (!isPageName(page) || page === 'overview') return context.notFound();
      return asMember(context, (member) => showPage({ context, services, member }, page));
    })
    .get('/account/:page/:action', (context) => {
      const name = actionOf(context);
      if (!name) return context.notFound();
      const id = context.req.query('id');
      return asMember(context, (member) => showAction({ context, services, member, name, id }));
    })
    .post('/account/:page/:action', (context) => {
      const name = actionOf(context);
      if (!name) return context.notFound();
      return submit(context, (member, fields) =>
        submitAction({ context, services, member, name, id: fields['id'] }, fields),
      );
    });
}

const actionOf = (context: PageContext): ActionName | undefined =>
  actionAt(context.req.param('page') ?? '', context.req.param('action') ?? '');
