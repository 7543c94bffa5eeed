import { type Markup, markup } from '../../http/markup.ts';
import { identifierOf } from '../person-name.ts';
import { accountActions, type ActionName } from './actions.ts';
import type { Member, MemberServices } from './member.ts';
import { form, type FormState, freshForm } from './pages/form.ts';
import { addressOf, type Frame, linkTo } from './pages/frame.ts';
import type { Times } from './pages/parts.ts';

/** The data that a page is drawn from. */
export interface View {
  member: Member;
  services: MemberServices;
  frame: Frame;
  times: Times;
  now: Date;
}

/** Draws the content of a page. */
export type DrawPage = (view: View) => Markup | Promise<Markup>;

/** The picture of the person, if it is stored here: the pages load nothing from elsewhere. */
export function pictureOf({ member: { account }, services }: View): string | undefined {
  const { avatar } = account;
  return avatar?.startsWith(`${services.config.publicUrl}/assets/`) ? avatar : undefined;
}

/** The address of an action. */
const actionAddress = (name: ActionName): string => `${addressOf(accountActions[name].page)}/${name}`;

/** Whether the policy lets people do it. */
export const isAllowed = ({ policy }: Pick<Member, 'policy'>, name: ActionName): boolean => {
  const { part } = accountActions[name];
  return part === undefined || policy.account.allows.includes(part);
};

/** The object of an action, by its id and name. */
export interface ActionObject {
  id: string;
  name: string;
}

/** The way to an action: a link to the page that asks, or its own button. Nothing if the policy does not allow it. */
export function act(view: View, name: ActionName, label: string, object?: ActionObject): Markup {
  if (!isAllowed(view.member, name)) return markup``;
  const { isDirect, isDangerous } = accountActions[name];
  const full = object ? `${label}${view.member.texts.colon}${object.name}` : label;
  const more = object && markup`aria-label="${full}"`;
  if (isDirect)
    return markup`<form method="post" action="${linkTo(actionAddress(name), view.frame)}" ${name === 'export' ? markup`data-download` : ''}>${hiddenFields(view, object)}<button class="small" ${more ?? ''}>${label}</button></form>\n`;
  const address = linkTo(actionAddress(name), view.frame, object && { id: object.id });
  return markup`<a class="button small ${isDangerous ? 'dangerous' : ''}" href="${address}" ${more ?? ''}>${label}</a>\n`;
}

/** The user of the form, and the version of the account that was shown. */
const hiddenValues = ({ member: { account } }: View, object: { id: string } | undefined): Record<string, string> => ({
  user: account.id,
  version: String(account.version),
  ...(object && { id: object.id }),
});

const hiddenFields = (view: View, object: { id: string } | undefined): Markup =>
  markup`${Object.entries(hiddenValues(view, object)).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}`;

/** The form of an action. */
export function actionForm(
  view: View,
  name: ActionName,
  {
    object,
    state = freshForm,
    isMain = false,
    describedBy,
  }: { object?: ActionObject | undefined; state?: FormState; isMain?: boolean; describedBy?: string },
): Markup {
  const { member, frame } = view;
  const { fields, isDangerous } = accountActions[name];
  return form({
    action: linkTo(actionAddress(name), frame),
    fields: fields?.(member) ?? [],
    state,
    isMain,
    hidden: hiddenValues(view, object),
    button: frame.texts.account.actions[name].button,
    isDangerous: isDangerous ?? false,
    username: identifierOf(member.account) ?? '',
    ...(describedBy !== undefined && { describedBy }),
  });
}
