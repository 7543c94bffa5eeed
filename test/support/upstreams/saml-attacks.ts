import { partOf, sign, type SamlStatement, writeResponse } from './saml.ts';
import { ofProvider, ofStranger } from './saml-keys.ts';

/** A response that a person, or who intercepts it, could make of an honest one. */
export interface SamlAttack {
  document: (statement: SamlStatement) => string;
  /** Whether the library accepts it, if it is used alone. */
  isAcceptedByLibrary: boolean;
}

const honest = (statement: SamlStatement): string => sign(writeResponse(statement));
const refused = (document: SamlAttack['document']): SamlAttack => ({ document, isAcceptedByLibrary: false });
const accepted = (document: SamlAttack['document']): SamlAttack => ({ document, isAcceptedByLibrary: true });

/** The assertion with another person, another ID and without signature. */
function forged(document: string): string {
  const assertion = partOf(document, 'Assertion').replace('ID="_assertion"', 'ID="_forged"');
  return assertion.replace(partOf(assertion, 'Signature'), '').replaceAll('ada-1', 'root-1');
}

const changed = (document: string, part: string, replacement: string): string => {
  if (!document.includes(part)) throw new Error(`the document has no ${part}`);
  return document.replace(part, () => replacement);
};

/** Puts something in place of the signed assertion. */
const wrap = (
  statement: SamlStatement,
  make: (assertion: string, forgery: string, signature: string) => string,
): string => {
  const document = honest(statement);
  const assertion = partOf(document, 'Assertion');
  return changed(document, assertion, make(assertion, forged(document), partOf(assertion, 'Signature')));
};

const object = (content: string): string =>
  `<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${content}</ds:Object>`;

/** Puts an unsigned part after the first tag of an assertion. */
const into = (assertion: string, content: string): string =>
  assertion.replace(/<saml:Assertion [^>]*>/, (tag) => tag + content);

/** Signatures around which something else is put ("On Breaking SAML", 2012). */
export const wrappings: Record<string, SamlAttack> = {
  'a forged assertion before the signed one': refused((s) => wrap(s, (assertion, forgery) => forgery + assertion)),
  'a forged assertion after the signed one': refused((s) => wrap(s, (assertion, forgery) => assertion + forgery)),
  'the signed assertion in a forged one': refused((s) => wrap(s, (assertion, forgery) => into(forgery, assertion))),
  'a forged assertion in the signed one': refused((s) => wrap(s, (assertion, forgery) => into(assertion, forgery))),
  'the signature in a forged assertion, the signed one beside it': refused((s) =>
    wrap(s, (assertion, forgery, signature) => into(forgery, signature) + assertion.replace(signature, '')),
  ),
  'the signature in a forged assertion, the signed one in the signature': refused((s) =>
    wrap(s, (assertion, forgery, signature) =>
      into(forgery, signature.replace('</ds:Signature>', `${object(assertion.replace(signature, ''))}</ds:Signature>`)),
    ),
  ),
  'the signed assertion in extensions': refused((s) =>
    wrap(s, (assertion, forgery) => `<samlp:Extensions>${assertion}</samlp:Extensions>${forgery}`),
  ),
  'a forged response around the signed one': refused((s) => {
    const document = sign(writeResponse(s), { signs: 'Response' });
    const outer = document
      .replace('ID="_response"', 'ID="_outer"')
      .replace(partOf(document, 'Signature'), object(document));
    return outer.replaceAll('ada-1', 'root-1');
  }),
  'another assertion under another name': refused((s) =>
    wrap(s, (assertion, forgery) => assertion + forgery.replaceAll('saml:Assertion', 'samlp:Assertion')),
  ),
};

/** Parts that programs read in different ways. */
export const ambiguities: Record<string, SamlAttack> = {
  'a comment in the NameID': accepted((s) =>
    changed(honest({ ...s, nameId: 'root-1.evil' }), 'root-1.evil', 'root-1<!---->.evil'),
  ),
  'an instruction in the NameID': refused((s) => changed(honest(s), 'ada-1', 'root-1<?x?>')),
  'a CDATA section in the NameID': accepted((s) => changed(honest(s), 'ada-1', '<![CDATA[ada-1]]>')),
  'a document type': accepted((s) => `<!DOCTYPE Response>${honest(s)}`),
  'entities that multiply': refused(
    (s) => `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${changed(honest(s), 'ada-1', '&b;')}`,
  ),
  'a namespace that is relative, with which canonicalization fails elsewhere': accepted((s) =>
    changed(honest(s), '<saml:Subject>', '<saml:Subject xmlns:ns="1">'),
  ),
  'an ID with a prefix beside that of the assertion': refused((s) =>
    wrap(s, (assertion, forgery) => assertion + forgery.replace('ID="_forged"', 'saml:ID="_assertion"')),
  ),
  'an attribute twice': refused((s) => changed(honest(s), 'ID="_assertion"', 'ID="_assertion" ID="_forged"')),
  'an instruction before the root': accepted((s) => `<?xml version="1.0"?><?x?>${honest(s)}`),
};

/** Responses that are really signed by the provider, but not for this sign-in. */
export const misuses: Record<string, SamlAttack> = {
  'for another request': accepted((s) => honest({ ...s, inResponseTo: '_another' })),
  'for no request': accepted((s) => honest({ ...s, inResponseTo: null })),
  'for another audience': refused((s) => honest({ ...s, audience: 'https://other.example/saml' })),
  'for another recipient': accepted((s) => honest({ ...s, recipient: 'https://other.example/saml' })),
  'of another issuer': accepted((s) => honest({ ...s, issuer: 'https://other.example/saml' })),
  'that has expired': refused((s) => honest({ ...s, notOnOrAfter: -31 })),
  'without a sign-in': accepted((s) => {
    const document = writeResponse(s);
    return sign(document.replace(partOf(document, 'AuthnStatement'), ''));
  }),
  'without a confirmation of the subject': accepted((s) => {
    const document = writeResponse(s);
    return sign(document.replace(partOf(document, 'SubjectConfirmation'), ''));
  }),
};

const rsa = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';

/** Signatures that prove nothing. */
export const weakSignatures: Record<string, SamlAttack> = {
  'no signature': refused((s) => writeResponse(s)),
  'a signature of another key, with its certificate': refused((s) => sign(writeResponse(s), { key: ofStranger })),
  'a change after the signature': refused((s) => changed(honest(s), '>ada-1<', '>root-1<')),
  'a signature with SHA-1': accepted((s) => sign(writeResponse(s), { signature: rsa })),
  'a digest with SHA-1': accepted((s) => sign(writeResponse(s), { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' })),
  'an HMAC whose key is the certificate': refused((s) =>
    sign(writeResponse(s), {
      key: { ...ofProvider, privateKey: ofProvider.certificate },
      signature: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    }),
  ),
  'a signature of nothing': refused((s) => changed(honest(s), 'URI="#_assertion"', 'URI=""')),
  'a signature of another part': refused((s) => changed(honest(s), 'URI="#_assertion"', 'URI="#_response"')),
  'an encrypted assertion beside the signed one': refused((s) =>
    wrap(s, (assertion) => `${assertion}<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>`),
  ),
  'an encrypted NameID': refused((s) => changed(honest(s), '</saml:Subject>', '<saml:EncryptedID/></saml:Subject>')),
};
