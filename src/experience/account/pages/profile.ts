import { markup } from '../../../http/markup.ts';
import { act, actionForm, type DrawPage, isAllowed, pictureOf } from '../view.ts';
import { rows, section } from './parts.ts';

/** Name, picture, username and the claims of the profile. */
export const profilePage: DrawPage = (view) => {
  const { account, texts } = view.member;
  const words = texts.account;
  const address = pictureOf(view);
  const picture = address ? markup`<img class="picture" src="${address}" alt="">` : words.noPicture;
  return markup`${section(
    words.picture,
    rows(
      [
        {
          title: picture,
          acts: [
            act(view, 'picture', account.avatar ? words.change : words.add),
            ...(account.avatar ? [act(view, 'remove-picture', words.remove)] : []),
          ],
        },
      ],
      '',
    ),
  )}${section(
    words.username,
    rows(
      [
        {
          title: account.username ?? words.noUsername,
          details: isAllowed(view.member, 'username') ? [] : [words.managed],
          acts: [act(view, 'username', account.username ? words.change : words.add)],
        },
      ],
      '',
    ),
  )}${section(
    words.actions['edit-profile'].title(''),
    isAllowed(view.member, 'edit-profile')
      ? actionForm(view, 'edit-profile', {})
      : rows([{ title: account.name ?? words.none, details: [words.managed] }], ''),
  )}`;
};
