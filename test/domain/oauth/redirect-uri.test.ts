import { describe, expect, test } from 'vitest';
import { originProblem, redirectUriProblem } from '../../../src/domain/oauth/redirect-uri.ts';

const good: ['TRADITIONAL_WEB' | 'NATIVE' | 'SINGLE_PAGE', string][] = [
  ['TRADITIONAL_WEB', 'https://app.example.com/callback'],
  ['TRADITIONAL_WEB', 'https://app.example.com'],
  ['TRADITIONAL_WEB', 'https://app.example.com:8443/callback?tenant=a'],
  ['TRADITIONAL_WEB', 'https://localhost/callback'],
  ['SINGLE_PAGE', 'http://localhost:5173/callback'],
  ['SINGLE_PAGE', 'http://127.0.0.1/callback'],
  ['NATIVE', 'http://[::1]:49152/callback'],
  ['NATIVE', 'https://app.example.com/callback'],
  ['NATIVE', 'com.example.app:/callback'],
  ['NATIVE', 'com.example.app://callback'],
];

const bad: ['TRADITIONAL_WEB' | 'NATIVE' | 'SINGLE_PAGE', string, RegExp][] = [
  ['TRADITIONAL_WEB', '', /absolute/],
  ['TRADITIONAL_WEB', '/callback', /absolute/],
  ['TRADITIONAL_WEB', 'app.example.com/callback', /absolute/],
  ['TRADITIONAL_WEB', 'https:app.example.com', /absolute/],
  ['TRADITIONAL_WEB', 'https:///app.example.com', /absolute/],
  ['TRADITIONAL_WEB', 'https://app.example.com/#part', /fragment/],
  ['TRADITIONAL_WEB', 'https://app.example.com/#', /fragment/],
  ['TRADITIONAL_WEB', 'https://me:secret@app.example.com/', /password/],
  ['TRADITIONAL_WEB', 'https://app.example.com@evil.example/', /user name/],
  ['TRADITIONAL_WEB', 'https://*.example.com/callback', /pattern/],
  ['TRADITIONAL_WEB', 'http://app.example.com/callback', /https unless/],
  ['TRADITIONAL_WEB', 'http://localhost.evil.example/callback', /https unless/],
  ['TRADITIONAL_WEB', 'http://127.0.0.2/callback', /https unless/],
  ['TRADITIONAL_WEB', 'com.example.app:/callback', /https or http/],
  ['SINGLE_PAGE', 'javascript:alert(1)', /https or http|character/],
  ['SINGLE_PAGE', 'data:text/html,x', /https or http/],
  ['NATIVE', 'https://localhost/callback', /http for localhost/],
  ['NATIVE', 'myapp:/callback', /reversed/],
  ['NATIVE', 'javascript:alert(1)', /reversed/],
  ['NATIVE', 'file:///etc/passwd', /reversed/],
  ['TRADITIONAL_WEB', 'https://app.example.com/a b', /character/],
  ['TRADITIONAL_WEB', ' https://app.example.com/', /character/],
  ['TRADITIONAL_WEB', 'https://app.example.com/\n', /character/],
  ['TRADITIONAL_WEB', 'https://app.example.com/\0', /character/],
  ['TRADITIONAL_WEB', 'https://app.example.com\\@evil.example/', /character/],
  ['TRADITIONAL_WEB', 'https://bücher.example/', /character/],
];

describe('a redirect URI', () => {
  test.each(good)('the type %s can have %s', (type, uri) => expect(redirectUriProblem(type, uri)).toBeUndefined());
  test.each(bad)('the type %s cannot have %j', (type, uri, reason) =>
    expect(redirectUriProblem(type, uri)).toMatch(reason),
  );
});

describe('an origin', () => {
  test.each([
    'https://app.example.com',
    'https://app.example.com:8443',
    'http://localhost:5173',
    'http://127.0.0.1',
    'http://[::1]:1',
  ])('can be %s', (origin) => expect(originProblem(origin)).toBeUndefined());
  const refused = [
    '',
    '*',
    'null',
    'https://app.example.com/',
    'https://app.example.com:443',
    'HTTPS://app.example.com',
  ];
  const insecure = ['http://app.example.com', 'ftp://app.example.com', 'app.example.com', 'https://a@app.example.com'];
  test.each([...refused, ...insecure])('cannot be %j', (origin) => expect(originProblem(origin)).toBeDefined());
});
