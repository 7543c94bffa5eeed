import { expect, test } from 'vitest';
import { sendJson, startServer } from '../../../support/upstreams/server.ts';
import { expiredCertificate } from '../../certificates.ts';
import { ofProvider } from '../../../support/upstreams/saml-keys.ts';
import { openProviders } from '../fixture.ts';
import { connection } from './fixture.ts';

const provider = () => startServer(() => (_, response) => sendJson(response, {}));

const testOf = (singleSignOnUrl: string, certificates: string[]) =>
  openProviders().test({ ...connection, settings: { ...connection.settings, singleSignOnUrl, certificates } });

test('the test of a SAML provider passes if its address responds and a certificate is valid', async () => {
  await using server = await provider();
  expect(await testOf(`${server.origin}/sign-in`, [expiredCertificate, ofProvider.certificate])).toEqual({
    isPassed: true,
    steps: [
      { step: 'endpoints', isPassed: true, message: 'The address for single sign-on responds.' },
      { step: 'keys', isPassed: true, message: expect.stringMatching(/^Certificates: 2, valid until 2126-/) },
    ],
  });
});

test('the test of a SAML provider ends at an address that does not respond', async () => {
  const { isPassed, steps } = await testOf('https://10.0.0.1/sign-in', [ofProvider.certificate]);
  expect({ isPassed, steps }).toEqual({
    isPassed: false,
    steps: [{ step: 'endpoints', isPassed: false, message: expect.stringContaining('not on the public internet') }],
  });
});

test.each([
  ['all certificates have expired', [expiredCertificate]],
  ['a certificate cannot be read', ['none']],
])('the test of a SAML provider ends at its keys if %s', async (_, certificates) => {
  await using server = await provider();
  const { isPassed, steps } = await testOf(server.origin, certificates);
  expect({ isPassed, last: steps.at(-1)?.step }).toEqual({ isPassed: false, last: 'keys' });
});
