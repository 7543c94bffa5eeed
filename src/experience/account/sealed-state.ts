import { z } from 'zod';
import { hour, minute } from '../../domain/durations.ts';
import { signInTrialPath } from '../../domain/oauth/sign-in-trial.ts';
import type { Clock } from '../../platform/clock.ts';
import { type SecretBox, tryOpen } from '../../platform/crypto/secret-box.ts';
import { parseJson } from '../parse-json.ts';

interface Services {
  secretBox: Pick<SecretBox, 'seal' | 'open'>;
  clock: Clock;
}

/** The pages to which a sign-in returns. */
const pages = new RegExp(`^(?:/account(?:[/?]|$)|${signInTrialPath('')})`);

/** The page, the person and the form when a sign-in became necessary. */
const stateSchema = z.strictObject({
  kind: z.literal('account-state'),
  /** The page to return to. */
  path: z.string().regex(pages),
  /** The person: nothing of the state is shown to anyone else. */
  userId: z.string().optional(),
  /** The fields of the form that was sent, without secrets. */
  form: z.record(z.string(), z.string()).optional(),
  until: z.int(),
});
export type AccountState = Omit<z.output<typeof stateSchema>, 'kind' | 'until'>;

/** The result of a change, for the page that is shown after it. */
const noticeSchema = z.strictObject({ kind: z.literal('account-notice'), name: z.string(), until: z.int() });

/** Milliseconds for which they can be opened. */
const lifetimes = { state: hour, notice: 2 * minute };

/** Bytes of the parameter `state`, in which it must fit (oidc/provider/requests/parameter-limits.ts). */
const maxLength = 2048;

/** Seals a state; without its form if it is too long. */
export function sealState(services: Services, state: AccountState): string {
  const until = services.clock.now().getTime() + lifetimes.state;
  const sealed = seal(services, { kind: 'account-state', ...state, until });
  if (sealed.length <= maxLength) return sealed;
  const { form: _form, ...shorter } = state;
  return seal(services, { kind: 'account-state', ...shorter, until });
}

export const openState = (services: Services, text: string | undefined): AccountState | undefined =>
  open(services, stateSchema, text);

export const sealNotice = (services: Services, name: string): string =>
  seal(services, { kind: 'account-notice', name, until: services.clock.now().getTime() + lifetimes.notice });

export const openNotice = (services: Services, text: string | undefined): string | undefined =>
  open(services, noticeSchema, text)?.name;

const seal = ({ secretBox }: Services, value: object): string =>
  secretBox.seal(Buffer.from(JSON.stringify(value))).toString('base64url');

function open<T extends { until: number }>(
  { secretBox, clock }: Services,
  schema: z.ZodType<T>,
  text: string | undefined,
): T | undefined {
  if (text === undefined || text.length > maxLength) return undefined;
  const { data } = schema.safeParse(parseJson(tryOpen(secretBox, Buffer.from(text, 'base64url'))?.toString() ?? ''));
  return data && data.until > clock.now().getTime() ? data : undefined;
}
