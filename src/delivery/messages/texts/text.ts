import type { MessageParameters, MessageTemplate } from '../../../vocabulary/message-templates.ts';

/** The words of a message. Everything is plain text. */
export interface MessageText {
  /** Also the heading. It contains no code: subjects are shown on locked screens. */
  subject: string;
  /** Paragraphs before the code or the link. */
  paragraphs: readonly string[];
  /** Facts, for example when and where. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** Label of the link. */
  action?: string;
  /** Paragraphs after the code or the link. */
  closing: readonly string[];
  /** The same in a sentence or two, with the code or the link. */
  sms: string;
}

/** The texts of a language: each template has one. */
export type MessageTexts = {
  [Template in MessageTemplate]: (parameters: MessageParameters[Template]) => MessageText;
};

/** The text of a mail with its code and link. */
export interface MailParts extends MessageText {
  code: string | undefined;
  link: string | undefined;
  language: string;
}
