import { z } from 'zod';
import { isFailure } from '../../domain/failure.ts';
import { markup } from '../../http/markup.ts';
import type { OutputShape, TypedOperation } from '../../kernel/operation.ts';
import { requiresRecentSignIn } from '../../kernel/recent-sign-in.ts';
import type { Fields } from '../flow/answer.ts';
import { laidOut } from '../pages/layout.ts';
import type { PageContext } from '../requests.ts';
import { headersIn, redirect } from '../responses.ts';
import { accountActions, type ActionName } from './actions.ts';
import { exportAccount } from './export.ts';
import { beginFlow, originOf } from './flow-pages.ts';
import type { Member, MemberServices } from './member.ts';
import { type FormState, isSecret } from './pages/form.ts';
import { accountPage, addressOf, linkTo } from './pages/frame.ts';
import { section } from './pages/parts.ts';
import { refusalOf } from './refusals.ts';
import { readReturnTo } from './return-to.ts';
import { sealNotice } from './sealed-state.ts';
import { keptForm, missingSignIn, signIn } from './sign-in.ts';
import { viewOf } from './show-page.ts';
import { type ActionObject, actionForm, isAllowed } from './view.ts';

/** An action that a person looks at or makes. */
interface Acting {
  context: PageContext;
  services: MemberServices;
  member: Member;
  name: ActionName;
  /** The id of the object that it is about. */
  id: string | undefined;
}

/** The page that asks for an action, after a recent sign-in if the action requires one. */
export async function showAction(acting: Acting): Promise<Response> {
  const { context, services, member, name } = acting;
  const object = await objectOf(acting);
  if (object === 'gone' || !isAllowed(member, name)) return goToPage(acting, 'gone');
  const missing = requiresSignIn(acting) ? missingSignIn(services, member) : undefined;
  if (missing) return signIn(context, services, { path: pathOf(context), userId: member.account.id }, missing);
  const values = keptForm(context, services, member);
  return drawAction(acting, object, { status: 200, state: values && { values, problems: {} } });
}

/** Makes a change, and leads back to its page. A form that is refused is shown again, without secrets. */
export async function submitAction(acting: Acting, fields: Fields): Promise<Response> {
  const { context, services, member } = acting;
  if (fields['user'] !== member.account.id)
    return redirect(context, `/account?notice=${sealNotice(services, 'other-person')}`);
  const object = await objectOf(acting);
  if (object === 'gone') return goToPage(acting, 'gone');
  try {
    return await make(acting, fields);
  } catch (error) {
    if (isFailure(error, 'UNAUTHENTICATED')) return signIn(context, services, { path: pathOf(context) });
    if (isFailure(error, 'NOT_FOUND')) return goToPage(acting, 'gone');
    const values = valuesOf(acting, fields);
    if (isFailure(error, 'INSUFFICIENT_USER_AUTHENTICATION')) {
      const required = { maxAge: error.maxAge ?? 0, acrValues: error.acrValues };
      const state = { path: pathOf(context, object), userId: member.account.id, form: values };
      return signIn(context, services, state, required);
    }
    const { status, ...refusal } = refusalOf(error, fieldNames(acting), member.texts);
    return drawAction(acting, object, { status, state: { values, ...refusal } });
  }
}

async function make(acting: Acting, fields: Fields): Promise<Response> {
  const { context, services, member, name } = acting;
  const { operation, input, flow } = accountActions[name];
  if (flow) return beginFlow(acting, flow(fields));
  const expectedVersion = operation.record === undefined ? undefined : versionIn(fields);
  const origin = originOf(acting);
  const typed = operation as TypedOperation<z.ZodType, OutputShape>;
  const options = { expectedVersion };
  const { output } = await services.execute(typed, member.currentActor, input(fields, member), origin, options);
  if (name === 'export') return exportAccount(context, services, member);
  if (name === 'backup-codes') return showCodes(acting, codesSchema.parse(output['backupCodes']));
  if (name === 'delete-account') return showDeletion(acting, String(output['deletionDueAt']));
  return goToPage(acting, name);
}

const codesSchema = z.array(z.string());

/** The version of the account that the form was made for. */
const versionIn = ({ version = '' }: Fields): number | undefined =>
  /^\d{1,9}$/.test(version) ? Number(version) : undefined;

const requiresSignIn = ({ name, member }: Acting): boolean => {
  const { operation, input } = accountActions[name];
  return requiresRecentSignIn(operation, input({}, member));
};

/** The object that the action is about; undefined if it is about the account, `gone` if there is no such object. */
async function objectOf({ member, services, name, id }: Acting): Promise<ActionObject | undefined | 'gone'> {
  const { nameOf } = accountActions[name];
  if (!nameOf) return undefined;
  const objectName = id === undefined ? undefined : await nameOf(id, member, services);
  return id === undefined || objectName === undefined ? 'gone' : { id, name: objectName };
}

const fieldsOf = ({ name, member }: Acting) => accountActions[name].fields?.(member) ?? [];
const fieldNames = (acting: Acting): string[] => fieldsOf(acting).map((field) => field.name);

/** The values that a page may show again. */
const valuesOf = (acting: Acting, fields: Fields): Record<string, string> =>
  Object.fromEntries(
    fieldsOf(acting).flatMap((field) => (isSecret(field) ? [] : [[field.name, fields[field.name] ?? '']])),
  );

/** The address of the request as the person reads it. */
function pathOf({ req }: PageContext, object?: ActionObject): string {
  const url = new URL(req.url);
  for (const name of ['kept', 'notice']) url.searchParams.delete(name);
  if (object) url.searchParams.set('id', object.id);
  return url.pathname + url.search;
}

async function goToPage(acting: Acting, notice: string): Promise<Response> {
  const { context, services, name } = acting;
  const returnTo = await readReturnTo(context, services);
  const query = { notice: sealNotice(services, notice) };
  return redirect(context, linkTo(addressOf(accountActions[name].page), { returnTo }, query));
}

interface Drawn {
  status: 200 | 409 | 412 | 422 | 429;
  state: FormState | undefined;
}

async function drawAction(acting: Acting, object: ActionObject | undefined, { status, state }: Drawn) {
  const { context, member, name } = acting;
  const view = await viewOf(acting, accountActions[name].page);
  const { frame } = view;
  const words = member.texts.account;
  const { title, lead } = words.actions[name];
  const heading = title(object?.name ?? '');
  const kept = state !== undefined && status === 200 ? words.notices['signed-in-again'] : frame.notice;
  const describedBy = lead === '' ? undefined : 'consequence';
  const body = markup`<h1>${heading}</h1>
<section>${lead === '' ? '' : markup`<p id="consequence">${lead}</p>\n`}${actionForm(view, name, {
    object,
    ...(state && { state }),
    isMain: kept === undefined,
    ...(describedBy !== undefined && { describedBy }),
  })}
<p class="paging"><a href="${linkTo(addressOf(frame.page), frame)}">${words.cancel}</a></p></section>`;
  const { error, colon } = member.texts;
  const documentTitle = status === 200 ? heading : `${error}${colon}${heading}`;
  return context.html(accountPage(documentTitle, body, { ...frame, notice: kept }), status, headersIn(member.texts));
}

/** New backup codes, which are shown once. */
async function showCodes(acting: Acting, backupCodes: readonly string[]): Promise<Response> {
  const { context, member } = acting;
  const { texts } = member;
  const { frame } = await viewOf(acting, 'security');
  const title = texts.account.newCodes;
  const list = markup`<ul class="codes" id="codes">${backupCodes.map((code) => markup`<li><code dir="ltr">${code}</code></li>`)}</ul>
<div class="tools"><button type="button" class="quiet" data-copy="codes" data-copied="${texts.copied}" hidden>${texts.copy}</button>
<button type="button" class="quiet" data-print hidden>${texts.print}</button></div>
<p><a class="button" href="${linkTo(addressOf('security'), frame)}">${texts.haveKeptCodes}</a></p>`;
  const body = markup`<h1>${title}</h1>\n${section(texts.backupCodes, list, texts.backupCodesWhy)}`;
  return context.html(accountPage(title, body, frame), 200, headersIn(member.texts));
}

/** The account is suspended: this is the last page of its session. */
async function showDeletion(acting: Acting, deletionDueAt: string): Promise<Response> {
  const { context, member } = acting;
  const { times, frame } = await viewOf(acting, 'data');
  const { deleted, deletedWhy } = member.texts.account;
  const body = markup`<p>${deletedWhy(times.text(new Date(deletionDueAt)))}</p>`;
  return context.html(laidOut(deleted, body, frame.texts), 200, headersIn(member.texts));
}
