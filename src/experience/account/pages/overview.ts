import { type Markup, markup } from '../../../http/markup.ts';
import { readAccountFactors } from '../../../store/account/account.ts';
import { nameOf } from '../../person-name.ts';
import { act, type DrawPage, pictureOf, type View } from '../view.ts';
import { eventRow, readEvents } from './activity.ts';
import { addressOf, linkTo } from './frame.ts';
import { rows, section } from './parts.ts';

/** Events that are shown. */
const lastEvents = 5;
/** With fewer backup codes, new ones are recommended. */
const fewCodes = 3;

/** The overview: the person, the protection of the account, the next step, and the last events. */
export const overviewPage: DrawPage = async (view) => {
  const { member, services, frame } = view;
  const { account, texts } = member;
  const words = texts.account;
  const [factors, { edges }] = await Promise.all([
    readAccountFactors(services.database.prisma, account.id),
    readEvents(view, lastEvents),
  ]);
  const kinds = new Set(factors.map(({ kind }) => kind));
  return markup`${person(view)}${section(
    words.protectedBy.title,
    markup`<p class="protection">${protection(view, kinds)}</p>
<p>${nextStep(view, kinds)}</p>
<div class="acts">${kinds.has('passkey') ? '' : act(view, 'add-passkey', words.addPasskey)}<a class="button small" href="${linkTo(addressOf('security'), frame)}">${words.pages.security.title}</a></div>`,
  )}${section(
    words.lastEvents,
    markup`${rows(
      edges.map(({ node }) => eventRow(view, node)),
      words.noEvents,
    )}<p class="paging"><a href="${linkTo(addressOf('activity'), frame)}">${words.allActivity}</a></p>`,
  )}`;
};

function person(view: View): Markup {
  const { account, texts } = view.member;
  const picture = pictureOf(view);
  const words = texts.account;
  const addresses = [account.email, account.username, account.phone].filter((one) => one !== null);
  const title = nameOf(account, texts);
  return markup`<section class="person">
${picture ? markup`<img class="picture" src="${picture}" alt="">` : markup`<span class="picture initial" aria-hidden="true">${initialOf(title)}</span>`}
<div><p class="what"><bdi>${title}</bdi></p>${addresses.map((address) => (address === title ? '' : markup`<p class="soft"><bdi>${address}</bdi></p>`))}
${(account.emailVerifiedAt ?? account.phoneVerifiedAt) ? '' : markup`<p class="soft">${words.protectedBy.verify}</p>`}</div>
</section>`;
}

/** The first character as people see it. */
const initialOf = (name: string): string =>
  new Intl.Segmenter().segment(name)[Symbol.iterator]().next().value?.segment.toUpperCase() ?? '';

function protection({ member: { texts, policy } }: View, kinds: ReadonlySet<string>): string {
  const words = texts.account.protectedBy;
  if (kinds.has('passkey') && policy.first.includes('passkey')) return words.passkey;
  return kinds.size ? words.strong : words.weak;
}

/** The step that would protect the account most. */
function nextStep({ member: { account, texts, policy } }: View, kinds: ReadonlySet<string>): string {
  const words = texts.account.protectedBy;
  if (!kinds.has('passkey')) return words.addPasskey;
  const hasCodes = !policy.second.ways.includes('backup-code') || account.backupCodesLeft >= fewCodes;
  return hasCodes ? words.good : words.renewCodes(account.backupCodesLeft);
}
