import { generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'jose';
import { systemIds as ids } from '../../../../src/platform/ids/ids.ts';
import { newSigningKeys } from '../../../../src/store/signing-keys.ts';
import { addApplication, addUser } from '../../../support/issuer.ts';
import { quickKeyPair } from '../../../support/key-pairs.ts';
import { claimsOf, mint, opaqueToken, signInRecords } from '../../../support/exchanges/token-endpoint.ts';
import { sendTokenRequest } from '../../../support/exchanges/token-requests.ts';
import type { Fixture } from '../fixture.ts';

/** A token that is refused: its title, the token, and the end of the error message "the subject token …". */
type BadToken = [name: string, token: string, fault: string];

const encode = (text: string): string => Buffer.from(text).toString('base64url');

/** Truncated, concatenated, altered or re-encoded tokens. */
export async function brokenTokens({ endpoint, ada, token, records }: Fixture): Promise<BadToken[]> {
  const claims = claimsOf(endpoint, ada);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const other = (await mint(endpoint, { ...claims, jti: 'x' })).split('.')[2] ?? '';
  const changed = encode(JSON.stringify({ ...claims, sub: records.bob.id }));
  const last = signature.codePointAt(85) ?? 0;
  const malformed = 'is malformed';
  const notValid = 'has a signature that is not valid';
  return [
    ['garbage', 'garbage', malformed],
    ['garbage with a dot', 'a.b', malformed],
    ['five parts (JWE)', `${header}..${payload}.${signature}.${signature}`, malformed],
    ['a header that is no JSON', `${encode('{')}.${payload}.${signature}`, malformed],
    ['a header that is null', `${encode('null')}.${payload}.${signature}`, malformed],
    ['a payload that is no JSON', await mint(endpoint, 'not JSON'), malformed],
    ['a payload that is an array', await mint(endpoint, '[]'), 'was issued by another issuer'],
    ['no payload', `${header}..${signature}`, malformed],
    ['no signature', `${header}.${payload}.`, malformed],
    ['no dots', token.replaceAll('.', ''), malformed],
    [
      'an altered signature',
      `${header}.${payload}.${signature.slice(0, 9)}${signature[9] === 'A' ? 'B' : 'A'}${signature.slice(10)}`,
      notValid,
    ],
    ['the signature of another token', `${header}.${payload}.${other}`, notValid],
    ['another payload', `${header}.${changed}.${signature}`, notValid],
    ['a truncated signature', `${header}.${payload}.${signature.slice(0, -2)}`, malformed],
    ['a longer signature', `${token}AA`, malformed],
    ['stray bits in the last character', `${token.slice(0, -1)}${String.fromCodePoint(last + 1)}`, malformed],
    ['padding', `${token}==`, malformed],
    ['white space at the end', `${token} `, malformed],
    ['a line break inside', `${header}.\n${payload}.${signature}`, malformed],
    ['characters of plain base64', `${header}.${payload}.${signature.slice(0, -2)}+/`, malformed],
  ];
}

/** Well-formed tokens that are not access tokens of this issuer, or are outside their validity period. */
export async function wrongTokens({ endpoint, ada, token, records }: Fixture): Promise<BadToken[]> {
  const claims = claimsOf(endpoint, ada);
  const now = endpoint.now();
  const foreign = {
    ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
    rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  };
  const rsa = endpoint.app.services.tokens.keyRing.current('RS256');
  const publicText = rsa.publicKey.export({ format: 'pem', type: 'spki' });
  const payload = token.split('.')[1] ?? '';
  const without = (name: string) => mint(endpoint, JSON.stringify({ ...claims, [name]: undefined }));
  const otherIssuer = 'was issued by another issuer';
  const otherType = 'is not an access token';
  const otherAlgorithm = 'is not signed with an algorithm of this issuer';
  const unknownKey = 'is signed with a key that this issuer does not publish';
  const malformed = 'is malformed';
  const exchanged = { ...claims, client_id: records.backend.id, act: { sub: records.backend.id } };
  const tokensWithSessionEpochs = (values: unknown[]) =>
    Promise.all(
      values.map(async (sessionEpochs): Promise<BadToken> => {
        const title = `session epochs that are ${JSON.stringify(sessionEpochs)}`;
        return [title, await mint(endpoint, { ...exchanged, session_epoch: sessionEpochs }), malformed];
      }),
    );
  return [
    ['algorithm none', `${encode(JSON.stringify({ alg: 'none', typ: 'at+jwt' }))}.${payload}.`, otherAlgorithm],
    ['algorithm HS256', await mint(endpoint, claims, { alg: 'HS256' }, new Uint8Array(32)), otherAlgorithm],
    ['algorithm RS512', await mint(endpoint, claims, { alg: 'RS512' }, foreign.rsa), otherAlgorithm],
    ['algorithm PS256', await mint(endpoint, claims, { alg: 'PS256' }, foreign.rsa), otherAlgorithm],
    ['RS256 with the key id of an ES256 key', await mint(endpoint, claims, { alg: 'RS256' }, foreign.rsa), malformed],
    ['ES256 with the key id of an RS256 key', await mint(endpoint, claims, { kid: rsa.id }), malformed],
    [
      'HS256 with our public RSA key as the secret',
      await mint(endpoint, claims, { alg: 'HS256', kid: rsa.id }, new TextEncoder().encode(publicText)),
      otherAlgorithm,
    ],
    [
      'a foreign RSA key under our key id',
      await mint(endpoint, claims, { alg: 'RS256', kid: rsa.id }, foreign.rsa),
      'has a signature that is not valid',
    ],
    [
      'a foreign key under our key id',
      await mint(endpoint, claims, {}, foreign.ec),
      'has a signature that is not valid',
    ],
    ['an unknown key id', await mint(endpoint, claims, { kid: ids.next('signingKey') }, foreign.ec), unknownKey],
    ['a malformed key id', await mint(endpoint, claims, { kid: '../../etc/passwd' }, foreign.ec), unknownKey],
    ['another header member', await mint(endpoint, claims, { jku: 'https://evil.example/jwks' }), malformed],
    ['a critical extension', await mint(endpoint, claims, { b64: true, crit: ['b64'] }), malformed],
    ['type JWT (an ID token)', await mint(endpoint, { ...claims, nonce: 'n' }, { typ: 'JWT' }), otherType],
    ['no type', await mint(endpoint, claims, { typ: '' }), otherType],
    ['type logout+jwt', await mint(endpoint, claims, { typ: 'logout+jwt' }), otherType],
    ['another issuer', await mint(endpoint, { ...claims, iss: 'https://evil.example/oidc' }), otherIssuer],
    [
      'another issuer and key',
      await mint(endpoint, { ...claims, iss: 'https://a.example' }, { kid: 'k' }, foreign.ec),
      otherIssuer,
    ],
    ['no issuer', await without('iss'), otherIssuer],
    ['an expiry in the past', await mint(endpoint, { ...claims, exp: now - 1 }), 'has expired'],
    ['an expiry at this second', await mint(endpoint, { ...claims, exp: now }), 'has expired'],
    ['no expiry', await without('exp'), malformed],
    ['an expiry that is text', await mint(endpoint, JSON.stringify({ ...claims, exp: `${now + 60}` })), malformed],
    ['a beginning in the future', await mint(endpoint, { ...claims, nbf: now + 60 }), 'is not valid yet'],
    ['no subject', await without('sub'), malformed],
    [
      'an application as subject',
      await mint(endpoint, { ...claims, sub: records.backend.id }),
      'was issued without a user',
    ],
    ['no client', await without('client_id'), malformed],
    ['no grant', await without('grant_id'), 'does not name the grant that it comes from'],
    ['two audiences', await mint(endpoint, { ...claims, aud: ['https://orders.example/api', 'x'] }), malformed],
    ...(await tokensWithSessionEpochs(
      [-1, 0, 0.5, 2 ** 31, 2 ** 53, '1', null, [1], {}].map((count) => ({ [records.backend.id]: count })),
    )),
    ...(await tokensWithSessionEpochs([{ [records.secondBackend.id]: 1 }, [], [1], 'x', 1, null, false])),
    ['a chain of actors that is text', await mint(endpoint, { ...claims, act: 'me' }), malformed],
    ['opaque and unknown', ids.secret(), 'is unknown, has expired or was revoked'],
    ['opaque and expired', await opaqueToken(endpoint, 'AccessToken', ada, -1), 'has expired'],
    ['a refresh token', await opaqueToken(endpoint, 'RefreshToken', ada), otherType],
    [
      'an opaque token of an application',
      await opaqueToken(endpoint, 'ClientCredentials', {}),
      'was issued without a user',
    ],
  ];
}

/** Tokens that were valid before, or are valid for another party. */
export async function deadTokens(fixture: Fixture): Promise<BadToken[]> {
  const { endpoint, ada, records } = fixture;
  const { prisma } = endpoint.app.services.database;
  const signIn = (userId: string, clientId = records.shop.id) => signInRecords(endpoint, userId, clientId);
  const of = async (signedIn: ReturnType<typeof signIn>, more = {}) =>
    mint(endpoint, { ...claimsOf(endpoint, await signedIn), ...more });
  const opaque = async (signedIn: ReturnType<typeof signIn>) => opaqueToken(endpoint, 'AccessToken', await signedIn);
  const exchangedBy = (clientId: string, before?: string) => ({
    client_id: clientId,
    act: { sub: clientId, ...(before && { act: { sub: before } }) },
  });
  const {
    ada: { id: adaId },
    bob,
    sam,
  } = records;

  const gone = await addUser(prisma);
  const ofGone = await of(signIn(gone.id));
  await prisma.user.delete({ where: { id: gone.id } });
  const closed = await addApplication(prisma, 'TRADITIONAL_WEB');
  const atClosed = signIn(adaId, closed.id);
  const ofClosed = await of(atClosed);
  const exchangedSince = await of(atClosed, exchangedBy(records.backend.id));
  await prisma.application.delete({ where: { id: closed.id } });
  const reactivated = await addApplication(prisma, 'MACHINE_TO_MACHINE', { sessionEpoch: 2 });

  const ended = 'ended with the session of its user';
  const deleted = 'was obtained through an application that no longer exists';
  const suspended = 'was obtained through an application that is suspended';
  const thirdParty = 'was obtained by a third-party application';
  return [
    ['a user who was deleted', ofGone, 'is of a user who no longer exists'],
    ['a user who is suspended', await of(signIn(sam.id)), 'is of a user who is suspended'],
    ['an opaque token of a user who is suspended', await opaque(signIn(sam.id)), 'is of a user who is suspended'],
    ['a grant that was revoked', await of(signIn(adaId), { grant_id: ids.secret() }), 'was revoked'],
    ['a grant of another user', await of(signIn(adaId), { grant_id: (await signIn(bob.id)).grantId }), 'was revoked'],
    [
      'a grant to another application',
      await of(signIn(adaId), { client_id: records.webBackend.id }),
      'does not name the grant that it comes from',
    ],
    ['a session that has ended', await of(signIn(adaId), { session_id: ids.secret() }), ended],
    ['a session of another grant', await of(signIn(adaId), { session_id: ada.sessionId }), ended],
    ['a session of another user', await of(signIn(adaId), { session_id: (await signIn(bob.id)).sessionId }), ended],
    ['an application that was deleted', ofClosed, deleted],
    ['an application that was deleted since the exchange', exchangedSince, deleted],
    ['an exchange by an application that was deleted', await of(signIn(adaId), exchangedBy(closed.id)), deleted],
    ['an application that is suspended', await of(signIn(adaId, records.suspended.id)), suspended],
    [
      'an exchange by an application that is suspended',
      await of(signIn(adaId), exchangedBy(records.suspended.id)),
      suspended,
    ],
    [
      'an earlier exchange by an application that was deleted',
      await of(signIn(adaId), exchangedBy(records.backend.id, closed.id)),
      deleted,
    ],
    [
      'an earlier exchange by an application that is suspended',
      await of(signIn(adaId), exchangedBy(records.backend.id, records.suspended.id)),
      suspended,
    ],
    [
      'a key that was withdrawn',
      await ofWithdrawnKey(fixture),
      'is signed with a key that this issuer does not publish',
    ],
    ...(await Promise.all(
      [undefined, { [reactivated.id]: 1 }, { [reactivated.id]: 3 }].map(async (sessionEpochs): Promise<BadToken> => {
        const title = `an application that was suspended and reactivated since, with counts ${JSON.stringify(sessionEpochs)}`;
        return [
          title,
          await of(signIn(adaId), { ...exchangedBy(reactivated.id), session_epoch: sessionEpochs }),
          'was revoked',
        ];
      }),
    )),
    [
      'a count of endings that its user does not have',
      await of(signIn(adaId), { session_epoch: { [adaId]: 1 } }),
      'was revoked',
    ],
    ['a third-party application', await of(signIn(adaId, records.partner.id)), thirdParty],
    ['an opaque token of a third-party application', await opaque(signIn(adaId, records.partner.id)), thirdParty],
    [
      'a third-party application, exchanged since',
      await of(signIn(adaId, records.partner.id), exchangedBy(records.backend.id)),
      thirdParty,
    ],
    [
      'four exchanges already',
      await of(signIn(adaId), { client_id: records.backend.id, act: chain(records.backend.id, 4) }),
      'was exchanged 4 times already',
    ],
  ];
}

/** A token that both platforms accepted before its key was withdrawn. */
async function ofWithdrawnKey({ endpoint, ada, ask }: Fixture): Promise<string> {
  const { database, secretBox } = endpoint.app.services;
  const now = new Date(endpoint.now() * 1000);
  const signsFrom = new Date(now.getTime() + 86_400_000);
  const [row] = await newSigningKeys({ secretBox, ids, newKeyPair: quickKeyPair, now, signsFrom }, ['ES256']);
  if (!row) throw new Error('no key');
  await database.prisma.signingKey.create({ data: row });
  const privateKey = JSON.parse(String(secretBox.open(row.encryptedKey))) as JWK;
  const token = await mint(endpoint, claimsOf(endpoint, ada), { kid: row.id }, privateKey);
  for (const url of [endpoint.on, endpoint.off]) {
    const { status } = await sendTokenRequest(url, ask({ subject_token: token }));
    if (status !== 200) throw new Error('the token was never good');
  }
  await database.prisma.signingKey.delete({ where: { id: row.id } });
  return token;
}

const chain = (sub: string, length: number): object => ({ sub, ...(length > 1 && { act: chain(sub, length - 1) }) });
