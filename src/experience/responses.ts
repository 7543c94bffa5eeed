import type { Failure } from '../domain/failure.ts';
import { readBody } from '../http/body.ts';
import { retryAfterHeader } from '../http/problem.ts';
import { pageHeaders } from '../oidc/provider/pages.ts';
import type { Fields } from './flow/answer.ts';
import type { SignInPurpose } from '../vocabulary/flows.ts';
import type { Destination } from './flow/destinations.ts';
import { donePage, doneText } from './pages/done-page.ts';
import { formLimit, moveOnPage, type Notice, noticePage, noticeText, refusalPage } from './pages/notices.ts';
import { readFields } from './read-fields.ts';
import { branded, isFromOurPage, type PageContext, textsOf, wantsJson } from './requests.ts';
import type { Texts } from './texts/index.ts';

/** Headers of a page or of JSON in the language of the texts. */
export const headersIn = ({ language }: Pick<Texts, 'language'>): Record<string, string> => ({
  ...pageHeaders,
  'content-language': language,
  vary: 'Accept, Accept-Language',
});

/** The fields of a request to a page, or the response that refuses it. */
export async function readForm(context: PageContext, publicUrl: string): Promise<Fields | Response> {
  if (!isFromOurPage(context, publicUrl)) return refuse(context, 'foreign-form');
  const form = await readBody(context.env.incoming, formLimit);
  if (form === 'too large') return refuse(context, 'form-too-long');
  // The client closed the connection: no response can be received.
  if (!form) return context.body(null, 400);
  const read = readFields(context.req.header('content-type'), form);
  if ('fields' in read) return read.fields;
  return typeof read.wrong === 'string' ? refuse(context, read.wrong) : refuseMember(context, read.wrong.member);
}

const statuses = {
  expired: 410,
  'reset-expired': 410,
  'sign-up-expired': 410,
  'foreign-form': 403,
  'form-too-long': 413,
  'form-unsupported': 415,
  'json-invalid': 400,
} as const satisfies Record<Notice, number>;

/** Refuses a request, as a page or as JSON, with the applications in which the person can begin again. */
export async function refuse(
  context: PageContext,
  name: Notice,
  applications: readonly Destination[] = [],
): Promise<Response> {
  const texts = textsOf(context);
  const headers = headersIn(texts);
  if (!wantsJson(context))
    return context.html(noticePage(name, applications, await branded(context, texts)), statuses[name], headers);
  const problem = { name, text: noticeText(name, texts) };
  return context.json({ problem, ...(name === 'expired' && { applications }) }, statuses[name], headers);
}

/** Refuses what a person has done too often, with the seconds to wait. */
export async function refuseMore(
  context: PageContext,
  languages: readonly string[],
  { retryAfter }: Pick<Failure, 'retryAfter'>,
): Promise<Response> {
  const texts = textsOf(context, languages);
  const headers = { ...headersIn(texts), ...retryAfterHeader(retryAfter) };
  const text = texts.account.problems['too-many'];
  if (!wantsJson(context)) return context.html(refusalPage(text, await branded(context, texts)), 429, headers);
  return context.json({ problem: { name: 'too-many', text } }, 429, headers);
}

/** Refuses a request because of a member, which has no effect and is no attempt. */
async function refuseMember(context: PageContext, member: string): Promise<Response> {
  const texts = textsOf(context);
  const headers = headersIn(texts);
  const text = texts.wrongMember(member);
  if (!wantsJson(context)) return context.html(refusalPage(text, await branded(context, texts)), 422, headers);
  return context.json({ problem: { name: 'member-invalid', text, member } }, 422, headers);
}

/** A flow has ended. `applications`: those in which the person continues. */
export async function showDone(
  context: PageContext,
  purpose: SignInPurpose,
  applications: readonly Destination[],
): Promise<Response> {
  const texts = textsOf(context);
  const headers = headersIn(texts);
  if (!wantsJson(context))
    return context.html(donePage(purpose, applications, await branded(context, texts)), 200, headers);
  const { title, text } = doneText(purpose, texts);
  return context.json({ purpose, state: 'done', text: `${title}. ${text}`, applications }, 200, headers);
}

/** Leads to another address with a GET (RFC 9110 §15.4.4). */
export const redirect = (context: PageContext, location: string): Response =>
  context.body(null, 303, { location, 'cache-control': 'no-store' });

/** Browsers get a page that navigates (see pagePolicy), other clients a redirect. */
export function navigate(context: PageContext, url: string): Response {
  if (wantsJson(context)) return context.json({ next: url }, 200, { ...pageHeaders });
  const wantsPage = context.req.header('accept')?.includes('text/html') ?? false;
  if (wantsPage) return context.html(moveOnPage(url, textsOf(context)), 200, { ...pageHeaders });
  return redirect(context, url);
}
