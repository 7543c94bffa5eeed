import { markup } from '../../http/markup.ts';
import type { IssuerPages, PagesOf } from '../../oidc/provider/pages.ts';
import type { Brand } from '../../domain/branding/brand.ts';
import { languageFor, type Texts, textsIn } from '../texts/index.ts';
import type { Destination } from '../flow/destinations.ts';
import type { Unreadable } from '../read-fields.ts';
import { type StandalonePage, standalonePages } from './standalone-pages.ts';
import { laidOut, linked, type PageTexts } from './layout.ts';
import { buttonTo, nextSteps } from './next-steps.ts';

/** The brand of the pages of an application, or of those without one. */
type ReadBrand = (applicationId: string | null) => Promise<Brand | null>;

/** The pages of the issuer, in the language of the request, with the brand of the application that it names. */
export const createIssuerPages =
  (readBrand: ReadBrand): PagesOf =>
  ({ url = '', headers }) => {
    const parameters = new URLSearchParams(url.split('?')[1]);
    const texts = textsIn(languageFor(headers['accept-language'], parameters.get('ui_locales')?.split(' ') ?? []));
    return issuerPagesIn(texts, (applicationId) => readBrand(applicationId ?? parameters.get('client_id')));
  };

/** None if the database does not respond, where the brand is: the page of a problem is shown in any case. */
async function brandUnlessOut(error: string, read: () => Promise<Brand | null>): Promise<Brand | null> {
  if (error === 'temporarily_unavailable') return null;
  try {
    return await read();
  } catch {
    return null;
  }
}

const issuerPagesIn = (texts: Texts, readBrand: (applicationId?: string) => Promise<Brand | null>): IssuerPages => ({
  problem: async ({ error, description, reference }) =>
    laidOut(
      texts.wentWrong,
      markup`<p>${isExpired(description) ? texts.expiredWhy : (texts.causes[error] ?? texts.usualCause)}</p>
${isExpired(description) ? nextSteps([], texts) : ''}
<p class="detail">${texts.forDevelopers}${texts.colon}<code>${error}</code>${description ? markup`${texts.comma}<span lang="en">${description}</span>` : ''}${reference ? markup` (<code>${reference}</code>)` : ''}</p>`,
      { ...texts, brand: await brandUnlessOut(error, readBrand) },
    ),
  signOut: async ({ action, xsrf, application }) => {
    const [before, name, after] = texts.signOut.asks(application?.name ?? '');
    return laidOut(
      texts.signOut.question,
      markup`<p>${application ? markup`${before}<strong>${name}</strong>${after}` : texts.signOut.someAsks}
${texts.signOut.consequence}</p>
<form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${xsrf}">
<button name="logout" value="yes" autofocus>${texts.signOut.yes}</button>
<button class="quiet">${texts.signOut.no}</button>
</form>`,
      { ...texts, brand: await readBrand(application?.id) },
    );
  },
  signedOut: async () =>
    laidOut(texts.signOut.done, markup`<p>${texts.signOut.after}</p>`, { ...texts, brand: await readBrand() }),
  moveOn: (url) => moveOnPage(url, texts),
});

/** Browsers and screen readers treat a refresh without delay as a redirect (WCAG technique H76). */
export function moveOnPage(url: string, texts: Texts): string {
  return laidOut(texts.moment, markup`<p>${linked(texts.redirected, url)}</p>`, texts, {
    head: markup`<meta http-equiv="refresh" content="0;url=${url}">`,
    isBare: true,
  });
}

/** The reason why a request to the pages is refused, whichever step it is for. */
export type Notice =
  | 'expired'
  | StandalonePage['expired']
  | 'foreign-form'
  | 'form-too-long'
  | Extract<Unreadable, string>;

/** Bytes of a form: several times the longest identifier and password, percent-encoded. */
export const formLimit = 16_384;

export const noticeText = (name: Notice, texts: Texts): string =>
  ({
    expired: texts.expiredWhy,
    'reset-expired': texts.pageExpiredWhy.join(''),
    'sign-up-expired': texts.pageExpiredWhy.join(''),
    'foreign-form': texts.foreignForm,
    'form-too-long': texts.longForm(formLimit),
    'form-unsupported': texts.unsupportedForm,
    'json-invalid': texts.invalidJson,
  })[name];

const titleOf = (name: Notice, page: StandalonePage | undefined, texts: Texts): string =>
  page ? texts.pageExpired : name === 'expired' ? texts.expired : texts.wentWrong;

/** `applications`: those in which the person can begin again. */
export function noticePage(name: Notice, applications: readonly Destination[], texts: PageTexts): string {
  const page = standalonePages.find(({ expired }) => expired === name);
  return laidOut(
    titleOf(name, page, texts),
    page
      ? markup`<p>${texts.pageExpiredWhy[0]}</p>\n<p>${buttonTo(page.address, texts.beginAgain)}</p>`
      : markup`<p>${noticeText(name, texts)}</p>\n${nextSteps(applications, texts)}`,
    texts,
  );
}

/** A request that no form of ours makes. */
export const refusalPage = (text: string, texts: PageTexts): string =>
  laidOut(texts.wentWrong, markup`<p>${text}</p>`, texts);

// The library's descriptions for an authorization request whose cookies or record no longer exist.
const isExpired = (description: string | undefined): boolean =>
  /^(authorization request has expired|interaction session|authorization session)/.test(description ?? '');
