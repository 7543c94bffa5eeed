import { describe, expect, test } from 'vitest';
import { render } from '../../../src/delivery/messages/render.ts';
import { listed } from '../../../src/experience/account/pages/parts.ts';
import { textsIn } from '../../../src/experience/texts/index.ts';
import { type Language, languages } from '../../../src/vocabulary/languages.ts';
import type { MessageContent } from '../../../src/vocabulary/connectors/message-templates.ts';

const name = 'Acme';

/** Every text of the pages in a language, with a name or a count in the place of each parameter. */
function textsOf(value: unknown, parameter: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return [value.join('')];
  if (typeof value === 'function') {
    const text = value as (...parameters: unknown[]) => unknown;
    return textsOf(text(...Array.from({ length: Math.max(1, value.length) }, () => parameter)), parameter);
  }
  return Object.values(value as object).flatMap((one) => textsOf(one, parameter));
}
const pages = (language: Language): string[] => {
  const { language: _tag, direction: _direction, ...texts } = textsIn(language);
  return textsOf(texts, name);
};

const time = '2026-11-22T20:15:00.000Z';
const link = 'https://id.example.com/link/1f4c';
const notice = { time, place: '192.0.2.7', device: 'Firefox, Windows' };
const code = { ...notice, code: '482913', link, applicationName: name, minutes: 10 };
const contents: MessageContent[] = [
  { template: 'sign-in-code', parameters: code },
  { template: 'no-account', parameters: { applicationName: name } },
  { template: 'account-locked', parameters: notice },
  { template: 'too-many-codes', parameters: notice },
  { template: 'password-changed', parameters: notice },
  { template: 'factors-removed', parameters: notice },
  { template: 'address-changed', parameters: { ...notice, link, until: time } },
  { template: 'account-deletion', parameters: { ...notice, link, until: time } },
  { template: 'account-changed', parameters: { ...notice, change: 'codes-renewed' } },
  { template: 'organization-invitation', parameters: { organizationName: name, inviterName: name, link, days: 3 } },
  { template: 'one-time-link', parameters: { link, until: time } },
  { template: 'impersonated', parameters: { time, until: time, administratorName: name, applicationName: name } },
];
const messages = (language: Language): string[] =>
  contents.flatMap((content) =>
    (['email', 'sms'] as const).flatMap((channel) => {
      const { subject, text } = render(content, { channel, language, publicUrl: 'https://id.example.com' });
      return [subject ?? '', text];
    }),
  );
/** Without what is the same in every language. */
const wordsOf = (language: Language): string[] =>
  [...pages(language), ...messages(language)].map((text) => text.replaceAll(/https:\S+|@id\S+/g, ''));

test('each language has its own words', () => {
  const english = new Set(pages('en').filter((text) => text.length > 12));
  for (const language of languages.filter((one) => one !== 'en'))
    expect([language, pages(language).filter((text) => english.has(text))]).toEqual([language, []]);
});

test('French has a no-break space before two-part punctuation, and in quotation marks', () => {
  const wrong = wordsOf('fr').filter((text) =>
    /[^\u00a0\u202f\d][?!;:»](?!\d)|«[^\u00a0\u202f]|[^0-9] [?!;:»]/.test(text),
  );
  expect(wrong).toEqual([]);
});

test('Spanish opens what it asks', () => {
  expect(wordsOf('es').filter((text) => text.split('?').length !== text.split('¿').length)).toEqual([]);
});

test('Japanese has full-width punctuation, and no space between words', () => {
  const wrong = pages('ja').filter((text) => /[ぁ-んァ-ヶ一-龠][,.?!:;()]|[ぁ-んァ-ヶ一-龠] /.test(text));
  expect(wrong).toEqual([]);
});

test('a list has the comma of its language, and from right to left each part has its own direction', () => {
  const list = (language: Language): string => listed(['Editor', 'Reader'], textsIn(language));
  expect(languages.map(list)).toEqual([
    'Editor, Reader',
    'Editor, Reader',
    'Editor, Reader',
    'Editor, Reader',
    'Editor、Reader',
    '\u2068Editor\u2069، \u2068Reader\u2069',
  ]);
});

describe('Arabic', () => {
  test('isolates each name from its sentence', () => {
    // Counts, and lists, whose parts are isolated.
    const others = /Acme (?:رمز|يوم|حرف|بايت|ثانية|دقيقة|ساعة)|بعد Acme|^(?:الأدوار|ما تغيّر): /;
    const named = wordsOf('ar').filter((text) => /Acme/.test(text) && !others.test(text));
    expect(named.filter((text) => !/\u2068[^\u2069]*Acme[^\u2069]*\u2069/.test(text))).toEqual([]);
  });

  test('has its own comma, semicolon and question mark', () => {
    expect(pages('ar').filter((text) => /[؀-ۿ] ?[,;?]/.test(text))).toEqual([]);
  });

  test('counts with the form of each number', () => {
    const { minutes, hours } = textsIn('ar');
    expect([1, 2, 3, 10, 11, 100].map(minutes)).toEqual([
      'دقيقة واحدة',
      'دقيقتين',
      '3 دقائق',
      '10 دقائق',
      '11 دقيقة',
      '100 دقيقة',
    ]);
    expect([2, 4].map(hours)).toEqual(['ساعتين', '4 ساعات']);
  });
});
