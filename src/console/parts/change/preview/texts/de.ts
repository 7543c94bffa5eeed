import { count } from '../../../../words/de-numbers.ts';
import type { Texts } from './en.ts';

export const texts: Texts = {
  more: (number) => (number === 1 ? '1 Scope mehr:' : `${count.format(number)} Scopes mehr:`),
  noMore: 'Kein Scope mehr: Es gibt sie schon, oder die Rollen haben keine.',
};
