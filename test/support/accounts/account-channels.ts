import { act, type Act, type Door } from './account.ts';
import { type Accounts, calls, type Member } from './account-flows.ts';
import { accountBrowser, type FormFields } from '../browsers/account-pages.ts';

/** By which a person changes their account, as events name them: both channels of the Account API, and the pages. */
export const accountChannels = ['rest', 'graphql', 'account'] as const satisfies readonly (Door | 'account')[];
export type AccountChannel = (typeof accountChannels)[number];

/** A person, who has just signed in, and the platform. */
export interface Acting {
  accounts: Accounts;
  ada: Member;
}
/** A change by a person through a channel. The id is that of the object that it is about. */
export type Make = (door: AccountChannel, acting: Acting, id: string) => Promise<void>;

/** The form of a page of the account. */
export interface Form {
  action: string;
  fields?: FormFields;
}

/** A change that one call makes, and one form. */
export const byCall =
  (callOf: (id: string, acting: Acting) => readonly [call: Act, form: Form]): Make =>
  async (door, acting, id) => {
    const { accounts, ada } = acting;
    const [call, { action, fields }] = callOf(id, acting);
    if (door === 'account') {
      const { status, html } = await pagesOf(acting).send(action, fields, id === '' ? '' : `?id=${id}`);
      if (status !== 200) throw new Error(`${action} was answered with ${status}: ${html}`);
      return;
    }
    const { code } = await act(accounts.issuer, door, ada.token, call);
    if (code !== null) throw new Error(`${call.name} was refused: ${code}`);
  };

/** A step and its fields. */
type Answer = { step: string; [field: string]: string };

interface Flow {
  start: { purpose: string; factor?: string };
  /** The address that is added. */
  address?: Record<string, string>;
  action: string;
  /** The answers after the address; the key is that of a new app. */
  answers(acting: Acting, key: string): Promise<Answer[]>;
}

/** A change that begins with a flow. */
export const byFlow =
  (flowOf: () => Flow): Make =>
  (door, acting) =>
    door === 'account' ? flowOnPages(acting, flowOf()) : flowByCalls(door, acting, flowOf());

async function flowByCalls(door: Door, acting: Acting, { start, address, answers }: Flow): Promise<void> {
  const call = calls[door];
  let shown = await call(acting.ada, { ...start, ...address });
  const { id: flowId } = shown;
  for (const { step, ...fields } of await answers(acting, shown.step.details.app?.key))
    shown = await call(acting.ada, { flowId, version: shown.version, step, fields });
  if (shown.state !== 'finished') throw new Error(`the flow did not end: ${JSON.stringify(shown)}`);
}

async function flowOnPages(acting: Acting, { address, action, answers }: Flow): Promise<void> {
  const pages = pagesOf(acting);
  const { url, html } = await pages.send(action);
  const [identifier] = Object.values(address ?? {});
  if (identifier !== undefined) await pages.post(url, { step: 'identify', identifier });
  const [, key = ''] = /<code class="key" dir="ltr">([A-Z2-7 ]+)</.exec(html) ?? [];
  let response = new Response();
  for (const answer of await answers(acting, key)) response = await pages.post(url, answer);
  if (response.status !== 303) throw new Error(`the flow did not end: ${response.status}`);
}

const pagesOf = ({ accounts, ada }: Acting) => accountBrowser(accounts.issuer, ada.username, ada.visitor);
