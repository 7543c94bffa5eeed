import type { Language } from '../../../vocabulary/languages.ts';
import type { MessageParameters, MessageTemplate } from '../../../vocabulary/connectors/message-templates.ts';

/** Facts with their names. */
export type Facts = readonly (readonly [name: string, value: string])[];

/** The facts that are present. */
export const factsOf = (facts: readonly (readonly [name: string, value: string | undefined])[]): Facts =>
  facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));

/** The words of a message. Everything is plain text. */
export interface MessageText {
  /** Also the heading. It contains no code: subjects are shown on locked screens. */
  subject: string;
  /** Paragraphs before the code or the link. */
  paragraphs: readonly string[];
  /** When, where and in which browser. */
  facts?: Facts;
  /** The page that the link leads to, if the message has no link of its own. */
  link?: string;
  /** Label of the link. */
  action?: string;
  /** Paragraphs after the code or the link. */
  closing: readonly string[];
  /** The same in a sentence or two, with the code or the link. */
  sms: string;
}

/** Pages on which the recipient can act. */
export interface PageLinks {
  /** The page on which a password is reset. */
  reset: string;
}

/** The texts of a language: each template has one. */
export type MessageTexts = {
  [Template in MessageTemplate]: (parameters: MessageParameters[Template], pages: PageLinks) => MessageText;
};

/** The text of a mail with its code and link. */
export interface MailParts extends Omit<MessageText, 'link'> {
  code: string | undefined;
  link: string | undefined;
  language: Language;
  direction: 'ltr' | 'rtl';
  /** The sign between a name and its value. */
  colon: string;
}
