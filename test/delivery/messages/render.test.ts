import { describe, expect, it } from 'vitest';
import { render } from '../../../src/delivery/messages/render.ts';
import { languages } from '../../../src/vocabulary/languages.ts';
import { type MessageContent, messageParameterSources } from '../../../src/vocabulary/connectors/message-templates.ts';

const code = { code: '482913', link: 'https://id.example.com/link/1f4c?a=1&b=2', applicationName: 'Shop', minutes: 10 };
const notice = { time: '2026-11-22T20:15:00.000Z', place: 'Berlin, Germany', device: 'Firefox, Windows' };
const contents: MessageContent[] = [
  { template: 'sign-in-code', parameters: code },
  { template: 'sign-up-code', parameters: code },
  { template: 'reset-code', parameters: code },
  { template: 'link-address-code', parameters: code },
  { template: 'no-account', parameters: { applicationName: 'Shop' } },
  { template: 'account-locked', parameters: notice },
  { template: 'too-many-codes', parameters: notice },
  { template: 'password-changed', parameters: notice },
  { template: 'factors-removed', parameters: { time: notice.time } },
  {
    template: 'organization-invitation',
    parameters: { organizationName: 'Acme', link: code.link, days: 1, inviterName: 'Ada' },
  },
  { template: 'connector-test', parameters: { time: notice.time } },
  {
    template: 'impersonated',
    parameters: { time: notice.time, until: notice.time, administratorName: 'Grace', applicationName: 'Desk' },
  },
];
const publicUrl = 'https://id.example.com';
const mail = (content: MessageContent, language = 'en') => render(content, { channel: 'email', language, publicUrl });
const sms = (content: MessageContent, language = 'en') => render(content, { channel: 'sms', language, publicUrl }).text;

describe.each(contents)('$template', (content) => {
  it.each(languages)('the mail in %s has subject, text and HTML with everything that it must contain', (language) => {
    const { subject, text, html } = mail(content, language);
    // Four characters of Japanese are as much as eight of others.
    expect(subject).toMatch(/^[^\r\n]{4,78}$/);
    for (const part of [subject, text, html, sms(content, language)]) expect(part).not.toMatch(/undefined|null|NaN/);
    for (const value of Object.values(content.parameters)
      .map(String)
      .filter((one) => /^\d{6}$|^https/.test(one))) {
      expect(text).toContain(value);
      expect(html).toContain(value.replaceAll('&', '&amp;'));
      expect(subject).not.toContain(value);
    }
    expect(html).toContain(`<html lang="${language}" dir="`);
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).not.toMatch(/<img|<script|<link|src=/);
  });
});

describe('a message', () => {
  it('an unknown language gets the message in English', () => {
    for (const language of ['xx', '', 'constructor', 'EN-us']) {
      expect(mail(contents[0] as MessageContent, language).html).toContain('<html lang="en" dir="ltr">');
    }
  });

  it('shows names as text, and none as a link', () => {
    const parameters = { ...code, applicationName: '<b>Shop</b> https://evil.example "x"' };
    const { subject, text, html } = mail({ template: 'sign-in-code', parameters });
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;Shop');
    for (const part of [subject, text, html]) expect(part).not.toContain('evil.example');
  });

  it('shows no text of people as a link, in any parameter that is one', () => {
    const isOfPeople = ([, source]: [string, string]): boolean => source === 'people';
    const names = Object.entries(messageParameterSources).filter(isOfPeople);
    const parameters = Object.fromEntries(names.map(([name]) => [name, `https://${name}.example`.toLowerCase()]));
    const all = { ...notice, ...parameters, until: notice.time, link: code.link, days: 1 };
    const shown = (['organization-invitation', 'impersonated', 'no-account'] as const)
      .map((template) => mail({ template, parameters: all } as MessageContent))
      .map(({ subject, text }) => `${subject} ${text}`)
      .join(' ');
    for (const [name] of names) {
      expect(shown).toContain(`/\u2060${name}.`.toLowerCase());
      expect(shown).not.toContain(`/${name}`.toLowerCase());
    }
  });

  it('an SMS ends with a code that browsers enter on our host only', () => {
    expect(sms({ template: 'sign-in-code', parameters: { code: '482913', minutes: 1 } })).toBe(
      '482913 is your code to sign in to Mandate. The code is valid for 1 minute and works once. ' +
        'If this was not you, ignore it.\n\n@id.example.com #482913',
    );
  });

  it('states when, where and in which browser a code was requested', () => {
    const { text, html } = mail({ template: 'sign-in-code', parameters: { ...code, ...notice, place: '192.0.2.7' } });
    expect(text).toContain('Time: November 22, 2026 at 8:15 PM UTC\nAddress: 192.0.2.7\nBrowser: Firefox, Windows');
    expect(html).toContain('Address: <bdi>192.0.2.7</bdi>');
  });

  it('leads to a reset of the password if another person may have changed it', () => {
    const reset = 'https://id.example.com/reset-password';
    const changed = { template: 'account-changed', parameters: { ...notice, change: 'factor-added' } } as const;
    for (const content of [{ template: 'password-changed', parameters: notice } as const, changed]) {
      expect(mail(content).text).toContain(`Reset the password:\n${reset}`);
      expect(mail(content).html).toContain(`href="${reset}"`);
      expect(sms(content)).toContain(reset);
    }
  });

  it('states time, address and browser of a notice', () => {
    const { text } = mail({ template: 'password-changed', parameters: notice });
    expect(text).toContain('Time: November 22, 2026 at 8:15');
    expect(text).toContain('Address: Berlin, Germany\nBrowser: Firefox, Windows');
  });
});
