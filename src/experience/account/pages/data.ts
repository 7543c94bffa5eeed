import { markup } from '../../../http/markup.ts';
import { act, type DrawPage, isAllowed } from '../view.ts';
import { section } from './parts.ts';

/** Export and deletion. */
export const dataPage: DrawPage = (view) => {
  const words = view.member.texts.account;
  const { actions } = words;
  const isDeletable = isAllowed(view.member, 'delete-account');
  return markup`${section(words.export, act(view, 'export', actions.export.button), words.exportWhy)}${section(
    words.deletion,
    act(view, 'delete-account', actions['delete-account'].button),
    isDeletable ? words.deletionWhy : words.managed,
  )}`;
};
