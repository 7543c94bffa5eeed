import { withoutLinks } from '../../domain/messages/message-names.ts';
import type { MessageChannel, MessageContent } from '../../vocabulary/message-templates.ts';
import type { MailBrand } from './mail-brand.ts';
import { mailHtml } from './mail-html.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import type { MailParts, MessageText, MessageTexts } from './texts/text.ts';

const languages: Readonly<Record<string, MessageTexts>> = { en, de };

/** The texts of a message. Subject and HTML are null for SMS. */
interface Rendered {
  subject: string | null;
  text: string;
  html: string | null;
}

interface RenderOptions {
  channel: MessageChannel;
  language: string;
  /** Host of the pages on which codes are entered. */
  host: string;
  /** How mails look; null for no look of their own. */
  brand?: MailBrand | null;
}

/** Renders a message in a language, or in English. */
export function render(content: MessageContent, { channel, language, host, brand = null }: RenderOptions): Rendered {
  const primary = language.split('-')[0]?.toLowerCase() ?? '';
  const supported = Object.hasOwn(languages, primary) ? primary : 'en';
  const text = textOf(languages[supported] ?? en, content);
  const { code, link } = secretsOf(content);
  if (channel === 'sms') return { subject: null, text: smsText(text, code, host), html: null };
  const parts = { ...text, code, link, language: supported };
  return { subject: text.subject, text: plainText(parts), html: mailHtml(parts, brand) };
}

function textOf(texts: MessageTexts, { template, parameters }: MessageContent): MessageText {
  const of = texts[template] as (parameters: MessageContent['parameters']) => MessageText;
  return of(namesWithoutLinks(parameters));
}

const namesWithoutLinks = <Parameters extends MessageContent['parameters']>(parameters: Parameters): Parameters => {
  const names = Object.entries(parameters).filter(([key]) => key.endsWith('Name'));
  return { ...parameters, ...Object.fromEntries(names.map(([key, name]) => [key, withoutLinks(String(name))])) };
};

/** The code and the link of a message. */
const secretsOf = ({ parameters }: MessageContent): { code: string | undefined; link: string | undefined } => ({
  code: 'code' in parameters ? parameters.code : undefined,
  link: 'link' in parameters ? parameters.link : undefined,
});

/** With a code, the last line is that of an origin-bound one-time code, which browsers fill in on that host only. */
const smsText = ({ sms }: MessageText, code: string | undefined, host: string): string =>
  code === undefined ? sms : `${sms}\n\n@${host} #${code}`;

function plainText({ paragraphs, code, link, action, facts = [], closing }: MailParts): string {
  const blocks = [
    ...paragraphs,
    code === undefined ? undefined : `    ${code}`,
    link === undefined ? undefined : `${action}:\n${link}`,
    facts.length ? facts.map(([name, value]) => `${name}: ${value}`).join('\n') : undefined,
    ...closing,
  ];
  return `${blocks.filter((block) => block !== undefined).join('\n\n')}\n`;
}
