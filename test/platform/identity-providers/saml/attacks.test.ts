import { describe, expect, test } from 'vitest';
import { readXml } from '../../../../src/platform/identity-providers/saml/read-xml.ts';
import { partOf } from '../../../support/upstreams/saml.ts';
import {
  ambiguities,
  misuses,
  type SamlAttack,
  weakSignatures,
  wrappings,
} from '../../../support/upstreams/saml-attacks.ts';
import { finish, isAcceptedByLibrary, now, requestId, respond, withSettings } from './fixture.ts';

const withNote = (group: string, attacks: Record<string, SamlAttack>) =>
  Object.entries(attacks).map(([name, attack]) => {
    const note = attack.isAcceptedByLibrary ? 'the library alone accepts it' : 'the library refuses it too';
    return [group, name, note, attack] as const;
  });

describe('a response that is refused', () => {
  const all = [
    ...withNote('something around what was signed', wrappings),
    ...withNote('what programs read in different ways', ambiguities),
    ...withNote('another purpose than this sign-in', misuses),
    ...withNote('a signature that proves nothing', weakSignatures),
  ];

  test.each(all)('has %s: %s (%s)', async (_, __, ___, { document, ...attack }) => {
    const response = document({ requestId, now });
    expect(await isAcceptedByLibrary(response)).toBe(attack.isAcceptedByLibrary);
    expect(await finish(response)).toEqual({ problem: 'identity-invalid', message: expect.any(String) });
  });

  test.each(['', 'not base64!', Buffer.from([0xff, 0xfe]).toString(), '<a/>'])(
    'is none at all: %j',
    async (document) => {
      expect(await finish(document)).toMatchObject({ problem: 'identity-invalid' });
    },
  );

  test('is every one of a provider without certificate: nothing is accepted without a signature', async () => {
    expect(await finish(respond(), withSettings({ certificates: [] }))).toEqual({
      problem: 'identity-invalid',
      message: 'The provider has no certificate.',
    });
  });

  test('has attributes that are too large', async () => {
    const attributes = [['padding', 'x'.repeat(40_000)]] as const;
    expect(await finish(respond({ attributes }))).toMatchObject({ message: expect.stringContaining('32 KiB') });
  });
});

describe('the XML of a response', () => {
  const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);

  test('has 32 levels at most: the library alone takes seconds for thousands', () => {
    expect(readXml(nested(32)).name).toBe('a');
    for (const depth of [33, 18_000]) expect(() => readXml(nested(depth))).toThrow('more than 32 levels');
  });

  test('has 128 KiB at most', () => {
    expect(readXml(`<a>${'x'.repeat(131_065)}</a>`).text).toHaveLength(131_065);
    expect(() => readXml(`<a>${'ä'.repeat(65_536)}</a>`)).toThrow('exceeds 128 KiB');
  });

  test('has 1,000 elements at most: the library alone takes a minute for 30,000', () => {
    expect(readXml(`<a>${'<b/>'.repeat(999)}</a>`).elements).toHaveLength(999);
    expect(() => readXml(`<a>${'<b/>'.repeat(1000)}</a>`)).toThrow('more than 1000 elements');
  });

  test('has 4,000 attributes at most', () => {
    const attributes = Array.from({ length: 4000 }, (_, index) => ` a${index}=""`).join('');
    expect(readXml(`<a${attributes}/>`).attributes.size).toBe(4000);
    expect(() => readXml(`<a${attributes} b=""/>`)).toThrow('more than 4000 attributes');
  });

  test.each([
    '<a>',
    '</a>',
    '<a></b>',
    '<a/><b/>',
    '<a/>text',
    'text<a/>',
    '<a b/>',
    '<a b=c/>',
    '<a b="c"d="e"/>',
    '<a b="<"/>',
    '<a>&unknown;</a>',
    '<a>&constructor;</a>',
    '<a>& b</a>',
    '<a>&#0;</a>',
    '<a>&#xD800;</a>',
    '<a>&#x110000;</a>',
    '<a>\u0000</a>',
    '<a>\uD800</a>',
    '<a>b\u2028c</a>',
    '<a>b&#x85;c</a>',
    '<a>]]></a>',
    '<a><!-- --></a>',
    '<a><![CDATA[b]]></a>',
    '<!DOCTYPE a><a/>',
    '<a><?b?></a>',
    '<b:a/>',
    '<a b:c=""/>',
    '<a xmlns=""/>',
    '<a xmlns:b="1"/>',
    '<a xmlns:b="../c"/>',
    '<a xmlns:xml="urn:a"/>',
    '<a xmlns:b="urn:c" xmlns:d="urn:c" b:e="" d:e=""/>',
    '<a b="" b=""/>',
    '< a/>',
    '<a:b:c xmlns:a="urn:d"/>',
    '',
  ])('has nothing that is not well-formed, or that programs read differently: %j', (document) => {
    expect(() => readXml(document)).toThrow('The XML is not accepted');
  });

  test('has what honest providers write', () => {
    const document = `<?xml version="1.0" encoding="UTF-8"?>\n<p:a xmlns:p='urn:b' c = "&lt;&#65;&#x42;"\n><d xmlns="urn:e">f&amp;g</d ></p:a>\n`;
    const root = readXml(document);
    expect(root).toMatchObject({ namespace: 'urn:b', name: 'a' });
    expect(root.attributes.get('c')).toBe('<AB');
    expect(root.elements).toMatchObject([{ namespace: 'urn:e', name: 'd', text: 'f&g' }]);
  });
});

test('a message contains nothing of the response but the first line of a sentence', async () => {
  const document = respond().replace(
    partOf(respond(), 'SignatureValue'),
    '<ds:SignatureValue>secret\nvalue</ds:SignatureValue>',
  );
  const result = await finish(document);
  expect(result).toMatchObject({ problem: 'identity-invalid' });
  expect(JSON.stringify(result)).not.toMatch(/secret|value<|root-1/);
});
