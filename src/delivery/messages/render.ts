import { withoutLinks } from '../../domain/messages/message-names.ts';
import { colonOf, directionOf, type Language, languages } from '../../vocabulary/languages.ts';
import type {
  MessageChannel,
  MessageContent,
  MessageParameter,
} from '../../vocabulary/connectors/message-templates.ts';
import { messageParameterSources } from '../../vocabulary/connectors/message-templates.ts';
import type { MailBrand } from './mail-brand.ts';
import { mailHtml } from './mail-html.ts';
import { ar } from './texts/ar.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { ja } from './texts/ja.ts';
import type { MailParts, MessageText, MessageTexts, PageLinks } from './texts/text.ts';

const texts: Readonly<Record<Language, MessageTexts>> = { en, de, fr, es, ja, ar };

/** The texts of a message. Subject and HTML are null for SMS. */
interface Rendered {
  subject: string | null;
  text: string;
  html: string | null;
}

interface RenderOptions {
  channel: MessageChannel;
  language: string;
  publicUrl: string;
  /** The look of mails; null for no look of their own. */
  brand?: MailBrand | null;
}

/** Renders a message in a language, or in English. */
export function render(
  content: MessageContent,
  { channel, language, publicUrl, brand = null }: RenderOptions,
): Rendered {
  const primary = language.split('-')[0]?.toLowerCase() ?? '';
  const supported = languages.find((one) => one === primary) ?? 'en';
  const text = textOf(texts[supported], content, { reset: `${publicUrl}/reset-password` });
  const { code, link = text.link } = secretsOf(content);
  if (channel === 'sms') return { subject: null, text: smsText(text, code, new URL(publicUrl).host), html: null };
  const parts = {
    ...text,
    code,
    link,
    language: supported,
    direction: directionOf(supported),
    colon: colonOf(supported),
  };
  return { subject: text.subject, text: plainText(parts), html: mailHtml(parts, brand) };
}

function textOf(inLanguage: MessageTexts, { template, parameters }: MessageContent, links: PageLinks): MessageText {
  const of = inLanguage[template] as (parameters: MessageContent['parameters'], links: PageLinks) => MessageText;
  return of(textsWithoutLinks(parameters), links);
}

/** Anyone can have a message sent to anyone, so what people write must not become a link. */
const textsWithoutLinks = <Parameters extends MessageContent['parameters']>(parameters: Parameters): Parameters => {
  const texts = (Object.entries(parameters) as [MessageParameter, unknown][]).filter(
    ([name]) => messageParameterSources[name] === 'people',
  );
  return { ...parameters, ...Object.fromEntries(texts.map(([name, text]) => [name, withoutLinks(String(text))])) };
};

/** The code and the link of a message. */
const secretsOf = ({ parameters }: MessageContent): { code: string | undefined; link: string | undefined } => ({
  code: 'code' in parameters ? parameters.code : undefined,
  link: 'link' in parameters ? parameters.link : undefined,
});

/** With a code, the last line is that of an origin-bound one-time code, which browsers fill in on that host only. */
const smsText = ({ sms }: MessageText, code: string | undefined, host: string): string =>
  code === undefined ? sms : `${sms}\n\n@${host} #${code}`;

function plainText({ paragraphs, code, link, action, facts = [], closing, colon }: MailParts): string {
  const blocks = [
    ...paragraphs,
    code === undefined ? undefined : `    ${code}`,
    link === undefined ? undefined : `${action}${colon.trimEnd()}\n${link}`,
    facts.length ? facts.map(([name, value]) => `${name}${colon}${value}`).join('\n') : undefined,
    ...closing,
  ];
  return `${blocks.filter((block) => block !== undefined).join('\n\n')}\n`;
}
