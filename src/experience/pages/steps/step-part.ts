import type { Markup } from '../../../http/markup.ts';

/** The part of a page that a step fills. */
export interface StepPart {
  heading: string;
  lead?: Markup | string;
  /** Fields and buttons of the form that answers the step. */
  form: Markup;
  /** Other ways, as buttons. */
  ways: readonly { way: string; label: string }[];
}
