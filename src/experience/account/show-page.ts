import { markup } from '../../http/markup.ts';
import { isFailure } from '../../domain/failure.ts';
import { branded, type PageContext } from '../requests.ts';
import { headersIn, redirect } from '../responses.ts';
import { nameOf } from '../person-name.ts';
import { type Member, type MemberServices, zoneOf } from './member.ts';
import { activityPage } from './pages/activity.ts';
import { accountPage, addressOf, linkTo, type PageName } from './pages/frame.ts';
import { drawPages } from './pages/index.ts';
import { timesIn } from './pages/parts.ts';
import { readReturnTo } from './return-to.ts';
import { openNotice } from './sealed-state.ts';
import type { View } from './view.ts';

/** A person on the pages. */
interface Visiting {
  context: PageContext;
  services: MemberServices;
  member: Member;
}

/** The data that the pages of a request are drawn from. */
export async function viewOf({ context, services, member }: Visiting, page: PageName): Promise<View> {
  const now = services.clock.now();
  const { account } = member;
  const texts = await branded(context, member.texts);
  const returnTo = await readReturnTo(context, services);
  const notice = noticeText(openNotice(services, context.req.query('notice')), member);
  const times = timesIn(texts.language, zoneOf(account), now);
  return { member, services, now, times, frame: { texts, page, returnTo, notice } };
}

/** The text of a notice: of an action that was made, or of what became of it. */
function noticeText(name: string | undefined, { texts, account }: Member): string | undefined {
  const { notices, actions } = texts.account;
  if (name === undefined) return undefined;
  if (name === 'other-person') return notices['other-person'](nameOf(account, texts));
  if (name === 'not-confirmed' || name === 'gone') return notices[name];
  return Object.hasOwn(actions, name) ? actions[name as keyof typeof actions].notice : undefined;
}

/** A page of the account. */
export async function showPage(request: Visiting, page: PageName): Promise<Response> {
  const { context, member } = request;
  const view = await viewOf(request, page);
  const { title, lead } = member.texts.account.pages[page];
  try {
    const content = await (page === 'activity'
      ? activityPage(view, context.req.query('cursor'))
      : drawPages[page](view));
    const body = markup`<h1>${title}</h1>
${lead === '' ? '' : markup`<p class="lead">${lead}</p>\n`}${content}`;
    return context.html(accountPage(title, body, view.frame), 200, headersIn(member.texts));
  } catch (error) {
    if (!isFailure(error, 'INVALID_CURSOR')) throw error;
    return redirect(context, linkTo(addressOf(page), view.frame));
  }
}
