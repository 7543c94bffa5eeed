import { describe, expect, it } from 'vitest';
import { isMailAddress, parseMailbox, parseSmtpUrl } from '../../../src/platform/messaging/smtp-url.ts';

const server = { host: 'mail.example.com', port: 587, tls: 'opportunistic', user: '', password: '' };

describe('the URL of a mail server', () => {
  it.each([
    ['smtp://mail.example.com', server],
    ['smtp://mail.example.com:25/', { ...server, port: 25 }],
    ['smtps://mail.example.com', { ...server, port: 465, tls: 'implicit' }],
    ['smtp://ada:p%40ss%3A@mail.example.com', { ...server, tls: 'required', user: 'ada', password: 'p@ss:' }],
    ['smtp://ada:x@localhost:1025', { ...server, host: 'localhost', port: 1025, user: 'ada', password: 'x' }],
    ['smtp://[::1]:1025', { ...server, host: '::1', port: 1025 }],
  ])('%s has host, port, TLS and password', (url, expected) => {
    expect(parseSmtpUrl(url)).toEqual(expected);
  });

  it.each([
    'mail.example.com:587',
    'https://mail.example.com',
    'smtp://',
    'smtp://mail.example.com/path',
    'smtp://mail.example.com?tls=off',
    'smtp://mail.example.com#a',
    'smtp://mail.example.com:0',
    'smtp://mail.example.com:99999',
    'smtp://ada:%zz@mail.example.com',
  ])('%s is refused', (url) => {
    expect(parseSmtpUrl(url)).toBeUndefined();
  });
});

describe('the sender', () => {
  it.each([
    ['login@example.com', { name: '', address: 'login@example.com' }],
    ['Example <login@example.com>', { name: 'Example', address: 'login@example.com' }],
    ['Zoë & Co. <login@example.com>', { name: 'Zoë & Co.', address: 'login@example.com' }],
  ])('%s is a name and an address', (text, expected) => {
    expect(parseMailbox(text)).toEqual(expected);
  });

  it.each([
    '',
    'Example',
    'a@b@c',
    'Example <a@example.com',
    'A <a@example.com>, B <b@example.com>',
    'A\r\nB <a@b.example>',
  ])('%j is refused', (text) => {
    expect(parseMailbox(text)).toBeUndefined();
  });
});

describe('a recipient', () => {
  it.each(['ada@example.com', 'ada+x.y@mail.example.com', 'zoë@müller.example', "o'hara@example.com"])(
    '%s is an address',
    (text) => {
      expect(isMailAddress(text)).toBe(true);
    },
  );

  it.each([
    'ada@example.com\r\nRCPT TO:<eve@example.com>',
    'ada@example.com, eve@example.com',
    'ada@example.com> <eve@example.com',
    '"ada eve"@example.com',
    'group: ada@example.com;',
    'ada',
    `${'a'.repeat(250)}@example.com`,
  ])('%j is refused', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });
});
