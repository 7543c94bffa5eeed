import { type Brand, brandOf } from '../domain/branding/brand.ts';
import { decide } from '../domain/flow/decide.ts';
import type { ProviderFacts } from '../domain/flow/facts.ts';
import { allowsPasskeys } from '../domain/flow/passkey-host.ts';
import type { SignInPolicy } from '../domain/flow/policy.ts';
import type { PreviewQuery, PreviewSignIn } from '../domain/flow/sign-in-preview.ts';
import type { SendsWithoutConnector } from '../kernel/prepare-services.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import { readAsset } from '../store/assets.ts';
import { readExperience } from '../store/flows/policies.ts';
import { shownProviders } from '../store/identity-providers/shown.ts';
import { meansWithout, readMeans } from '../store/flows/remaining-ways.ts';
import { pageOf } from './flow/page.ts';
import { isPasskeyOffered } from './flow/entry.ts';
import type { Visit } from './flow/visit.ts';
import { scriptElement } from './pages/layout.ts';
import { styleAddress } from './pages/style.ts';
import { stepPage } from './pages/step-page.ts';
import { markup } from '../http/markup.ts';
import type { Scheme } from '../vocabulary/branding.ts';
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
    const canSend = { email, phone: sms };
    const present = await readExperience(reader);
    const providers = await shownProviders(reader);
    return Promise.all(
      queries.map(async ({ application, experience = present, ...query }) => {
        const brand = brandOf(application ?? null, experience.branding);
        const shown = brand && (await selfContained(reader, brand, query.isDark ? 'dark' : 'light'));
        return draw(
          { ...query, policy: experience.policy, name: application?.name, providers },
          canSend,
          shown,
          publicUrl,
        );
      }),
    );
  };

/** The brand with images in the page itself: those of a dry run are stored nowhere else. */
async function selfContained(reader: Prisma | Transaction, brand: Brand, scheme: Scheme): Promise<Brand> {
  const logo = brand.logos && (await dataUrlOf(reader, brand.logos[scheme]));
  return { ...brand, logos: logo === null ? null : { light: logo, dark: logo } };
}

async function dataUrlOf(reader: Prisma | Transaction, path: string): Promise<string> {
  const asset = await readAsset(reader, path.slice('/assets/'.length));
  return asset ? `data:${asset.type};base64,${Buffer.from(asset.bytes).toString('base64')}` : path;
}

interface DrawnPage extends Omit<PreviewQuery, 'application' | 'experience'> {
  policy: SignInPolicy;
  /** Of the application. */
  name: string | undefined;
  providers: readonly ProviderFacts[];
}

function draw(
  { policy, purpose, language, isDark, name = 'Mandate', providers }: DrawnPage,
  canSend: { email: boolean; phone: boolean },
  brand: Brand | null,
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
    providers,
    account: undefined,
    requestedLevel: 1 as const,
    canUsePasskeys: allowsPasskeys(publicUrl),
  };
  const decision = decide(policy, flow);
  const read = { connectors: [], candidate: undefined, domainProvider: undefined, lookup: undefined };
  const step = { policy, flow, decision, canSend, ...read };
  // An application like any other: without one, the page offers no way back to it.
  const application: Visit['application'] = { id: '', name };
  const page = pageOf(step, { application, loginHint: undefined, link: undefined, lastWay: undefined });
  const texts = { ...textsIn(languageFor(undefined, [language])), brand };
  // Without the options that the script would pass to the browser, but with the button that it would show.
  const details = page.step === 'identify' && isPasskeyOffered(page) ? { passkey: {} } : {};
  return stepPage(page, texts, { action: '', now: new Date(0), details })
    .replace(scriptElement.toString(), '')
    .replace(/<script type="application\/json"[^]*?<\/script>/, '')
    .replace(/(<button type="button" data-passkey[^>]*) hidden>/, '$1>')
    .replaceAll(' autofocus', '')
    .replace('<body>', '<body inert>')
    .replace(
      attribute(styleAddress(brand?.colors)),
      attribute(publicUrl + styleAddress(brand?.colors, isDark ? 'dark' : 'light')),
    )
    .replaceAll('src="/', `src="${publicUrl}/`)
    .replaceAll('href="/', `href="${publicUrl}/`);
}

/** A text as it is in an attribute. */
const attribute = (text: string): string => markup`${text}`.toString();
