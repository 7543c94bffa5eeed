import { decide } from '../domain/flow/decide.ts';
import { allowsPasskeys } from '../domain/flow/passkey-host.ts';
import type { PreviewQuery, PreviewSignIn } from '../domain/flow/sign-in-preview.ts';
import type { SendsWithoutConnector } from '../kernel/prepare-services.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import { meansWithout, readMeans } from '../store/flows/remaining-ways.ts';
import { pageOf } from './flow/page.ts';
import { isPasskeyOffered } from './flow/entry.ts';
import type { Visit } from './flow/visit.ts';
import { fixedStyleAddress, scriptElement, styleAddress } from './pages/layout.ts';
import { stepPage } from './pages/step-page.ts';
import { languageFor, textsIn } from './texts/index.ts';

interface Services {
  config: { publicUrl: string };
  sendsWithoutConnector: SendsWithoutConnector;
}

/**
 * The first page as an administrator looks at it: drawn by the code of the real one, but inert, without script, and
 * with the style of one color scheme. It is a document of its own, which a dashboard shows in a sandboxed frame: the
 * real pages cannot be framed.
 */
export const createSignInPreview =
  ({ config: { publicUrl }, sendsWithoutConnector }: Services): PreviewSignIn<Prisma | Transaction> =>
  async (reader, queries) => {
    const { email, sms } = await readMeans(reader, await meansWithout({ sendsWithoutConnector, publicUrl }));
    return queries.map((query) => draw(query, { email, phone: sms }, publicUrl));
  };

function draw(
  { policy, purpose, language, isDark }: PreviewQuery,
  canSend: { email: boolean; phone: boolean },
  publicUrl: string,
): string {
  const flow = {
    id: '',
    purpose,
    applicationId: null,
    reference: '',
    version: 0,
    inputs: {},
    verifications: [],
    challenge: undefined,
    account: undefined,
    requestedLevel: 1 as const,
    canUsePasskeys: allowsPasskeys(publicUrl),
  };
  const decision = decide(policy, flow);
  const step = { policy, flow, decision, canSend, connectors: [], candidate: undefined, lookup: undefined };
  // An application like any other: without one, the page offers no way back to it.
  const application: Visit['application'] = { id: '', name: 'Mandate' };
  const page = pageOf(step, { application, loginHint: undefined, link: undefined, lastWay: undefined });
  const texts = textsIn(languageFor(undefined, [language]));
  // Without the options that the script would pass to the browser, but with the button that it would show.
  const details = page.step === 'identify' && isPasskeyOffered(page) ? { passkey: {} } : {};
  return stepPage(page, texts, { action: '', now: new Date(0), details })
    .replace(scriptElement.toString(), '')
    .replace(/<script type="application\/json"[^]*?<\/script>/, '')
    .replace(/(<button type="button" data-passkey[^>]*) hidden>/, '$1>')
    .replaceAll(' autofocus', '')
    .replace('<body>', '<body inert>')
    .replace(styleAddress, `${publicUrl}${fixedStyleAddress(isDark)}`);
}
