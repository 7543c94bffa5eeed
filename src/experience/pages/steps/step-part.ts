import type { Markup } from '../../../http/markup.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';

/** A part of a form, which pages draw and JSON describes: what one of them offers, the other one does. */
export interface FormPart {
  markup: Markup;
  /** JSON Schema of the fields that it contains. */
  fields?: Readonly<Record<string, object>>;
  /** The fields that an answer needs. */
  required?: readonly string[];
  /** True if they are a whole answer, instead of the fields of the other parts. */
  isAlternative?: boolean;
  /** True if the problem of the page is about its field. */
  isWrong?: boolean;
  /** The way that its button chooses, with the values of the fields. */
  way?: string;
}

/** A choice instead of an answer: another step, another purpose, or the way back. */
export interface Way {
  way: string;
  label: string;
  /** The question that leads to it, on the same line. */
  question?: string;
  /** The time from which it can be chosen, and its label until then. */
  waits?: { until: Date; label(time: string): string };
}

/** The part of a page that a step fills. */
export interface StepPart {
  heading: string;
  lead?: Markup | string;
  /** The form that answers the step. */
  form: readonly FormPart[];
  /** With the script, the form is sent in the background first: a refused password stays in its field. */
  keepsFields?: boolean;
  /** Other ways, as buttons below it. */
  ways: readonly Way[];
}

/** The steps that can be answered instead, and the beginning. */
export const otherSteps = ({ ways, isSignedIn }: Page, texts: Texts): StepPart['ways'] => [
  ...ways.map((way) => ({ way, label: texts.ways[way] ?? way })),
  ...(isSignedIn ? [] : [{ way: 'sign-in', label: texts.startAgain }]),
];
