import { describe, expect, test } from 'vitest';
import { comeBack, goThrough } from '../../support/upstreams/identity-providers.ts';
import { visitUpstream } from '../../support/upstreams/person.ts';
import { formOf, sign, writeResponse } from '../../support/upstreams/saml.ts';
import {
  ambiguities,
  misuses,
  type SamlAttack,
  weakSignatures,
  wrappings,
} from '../../support/upstreams/saml-attacks.ts';
import { shareSamlProvider } from './setup.ts';

const { issuer, upstream, newPerson, provider, open, reasonsOf, lastEvent } = shareSamlProvider();

/** Goes to the provider, and back with what it posts. */
async function signIn(id: string) {
  const page = await open();
  const shown = await goThrough(page, id);
  return { page, shown };
}

describe('a response that signs no one in', () => {
  const groups: [string, Record<string, SamlAttack>][] = [
    ['something around what was signed', wrappings],
    ['what programs read in different ways', ambiguities],
    ['another purpose than this sign-in', misuses],
    ['a signature that proves nothing', weakSignatures],
  ];
  const all = groups.flatMap(([group, attacks]) =>
    Object.entries(attacks).map(([name, { document }]) => [group, name, document] as const),
  );

  test.each(all)('has %s: %s', async (_, __, document) => {
    newPerson({ nameId: 'ada-1' });
    const { id } = await provider();
    const before = await issuer.database.prisma.user.count();
    upstream.lie(document);
    const { page, shown } = await signIn(id);
    expect(shown.step).toMatchObject({ name: 'upstream', details: {} });
    expect(await reasonsOf(shown)).toEqual(['identity-invalid']);
    expect((await page.answer({})).step?.name).toBe('upstream');
    expect(await issuer.database.prisma.user.count()).toBe(before);
    const { lastError } = await issuer.database.prisma.identityProvider.findUniqueOrThrow({ where: { id } });
    expect(lastError).toMatch(/\.$/);
    expect((await lastEvent('IdentityProvider.Failing')).subjectId).toBe(id);
  });

  test('is larger than 128 KiB', async () => {
    newPerson();
    const { id } = await provider();
    upstream.lie((statement) => sign(writeResponse({ ...statement, attributes: [['padding', 'x'.repeat(140_000)]] })));
    const { shown } = await signIn(id);
    expect(await reasonsOf(shown)).toEqual(['identity-invalid']);
  });
});

describe('a form that is posted to the address for responses', () => {
  const formFor = async (given?: string) => {
    newPerson();
    const id = given ?? (await provider()).id;
    const page = await open();
    const begun = await page.answer({ way: `identity:${id}` });
    const { url, form } = await visitUpstream(begun.step?.details.next ?? '');
    if (!form) throw new Error('there was no form');
    const post = (body: BodyInit) => page.visitor.fetch(url, { method: 'POST', body });
    return { page, id, url, form, post };
  };

  test('is accepted once: a second one changes nothing, whatever it states', async () => {
    const { page, post, form } = await formFor();
    expect((await post(form)).status).toBe(303);
    const { status } = await post(formOf('<another/>', form.get('RelayState') ?? ''));
    expect(status).toBe(303);
    await page.get();
    await page.answer({});
    expect((await page.finish())?.sub).toEqual(expect.stringMatching(/^user_/));
  });

  test('belongs to a sign-in that began here: without RelayState, with another one, or with an old one it is refused', async () => {
    const { page, post, form } = await formFor();
    const response = form.get('SAMLResponse') ?? '';
    for (const state of ['', 'another', `${form.get('RelayState')?.slice(0, -1)}_`])
      expect((await post(new URLSearchParams({ SAMLResponse: response, RelayState: state }))).status).toBe(410);
    expect((await post(new URLSearchParams({ SAMLResponse: response }))).status).toBe(410);
    issuer.advance(601);
    await post(form);
    expect((await page.get()).step?.details.identity).toBeUndefined();
  });

  test('is refused with the response of another sign-in: it responds to another request', async () => {
    const ada = await formFor();
    const grace = await formFor(ada.id);
    const stolen = new URLSearchParams({
      SAMLResponse: ada.form.get('SAMLResponse') ?? '',
      RelayState: grace.form.get('RelayState') ?? '',
    });
    expect((await grace.post(stolen)).status).toBe(303);
    expect(await reasonsOf(await grace.page.get())).toEqual(['identity-invalid']);
  });

  test('is a form: with the same fields in a query it is refused, and takes no try', async () => {
    const { page, url, form, post } = await formFor();
    const query = new URLSearchParams([...form].map(([name, value]) => [name, value.slice(0, 4000)]));
    expect((await page.visitor.fetch(`${url}?${query}`)).status).toBe(410);
    expect((await post(form)).status).toBe(303);
    expect((await page.get()).step?.details.identity).toEqual(expect.any(String));
  });

  test('can have each character escaped, and is refused if it is larger, or has more fields, than any response', async () => {
    const { post, form, page } = await formFor();
    expect((await post(`${form}&padding=${'x'.repeat(530_000)}`)).status).toBe(413);
    expect((await post(`${form}${'&a'.repeat(100)}`)).status).toBe(413);
    const escaped = (form.get('SAMLResponse') ?? '').replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);
    const body = `SAMLResponse=${escaped}&RelayState=${form.get('RelayState')}`;
    expect((await post(body)).status).toBe(303);
    expect((await page.get()).step?.details.identity).toEqual(expect.any(String));
  });
});

test('a response that is refused costs no more than the next one: the person tries again, and is signed in', async () => {
  newPerson();
  const { id } = await provider();
  upstream.lie(weakSignatures['no signature']?.document ?? null);
  const { page } = await signIn(id);
  upstream.lie(null);
  const begun = await page.answer({ way: `identity:${id}` });
  await comeBack(page.visitor, begun.step?.details.next);
  await page.get();
  await page.answer({});
  expect((await page.finish())?.sub).toEqual(expect.stringMatching(/^user_/));
});
