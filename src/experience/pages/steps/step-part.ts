import type { Markup } from '../../../http/markup.ts';
import type { View } from '../../flow/view.ts';
import type { Texts } from '../../texts/index.ts';

/** The part of a page that a step fills. */
export interface StepPart {
  heading: string;
  lead?: Markup | string;
  /** Fields and buttons of the form that answers the step. */
  form: Markup;
  /** Other ways, as buttons. */
  ways: readonly { way: string; label: string }[];
}

/** The steps that can be answered instead, and the beginning. */
export const otherSteps = ({ ways, isSignedIn }: View, texts: Texts): StepPart['ways'] => [
  ...ways.map((way) => ({ way, label: texts.ways[way] ?? way })),
  ...(isSignedIn ? [] : [{ way: 'sign-in', label: texts.startAgain }]),
];
