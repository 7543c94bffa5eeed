import { Invalid } from '../invalid.ts';
import { namespaces } from './names.ts';
import { allIn, elementsIn, readXml, type XmlElement } from './read-xml.ts';

/** With SHA-2 (RFC 9231 §2.3.2, 2.3.4, 2.3.10), as far as the library verifies them. */
const signatureMethods: readonly (string | undefined)[] = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
];
const digestMethods: readonly (string | undefined)[] = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];
const canonicalizations: readonly (string | undefined)[] = [
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
];
/** SAML Core §5.4.4. */
const transforms: readonly (string | undefined)[] = [
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  ...canonicalizations,
];

const refuse = (reason: string): never => {
  throw new Invalid(`The response is not accepted: ${reason}.`);
};

/**
 * Reads a response before its signature is verified, and refuses what signatures are circumvented with. There is one
 * assertion, at its place, not encrypted; signatures are of the response or of the assertion, of all of it, and with
 * algorithms that are secure; nothing else has an ID of what is signed.
 */
export function scanResponse(document: string): XmlElement {
  const response = readXml(document);
  if (response.namespace !== namespaces.protocol || response.name !== 'Response') refuse('it is no Response');
  const elements = allIn(response);
  refuseMisplaced(response, elements);
  refuseRepeatedIds(elements);
  for (const parent of [response, ...elementsIn(response, namespaces.assertion, 'Assertion')]) checkSignature(parent);
  return response;
}

function refuseMisplaced(response: XmlElement, elements: readonly XmlElement[]): void {
  const named = (name: string): XmlElement[] => elements.filter((element) => element.name === name);
  if (named('Response').length > 1) refuse('it contains a Response');
  const assertions = elementsIn(response, namespaces.assertion, 'Assertion');
  if (assertions.length > 1 || named('Assertion').length > assertions.length) refuse('it has more than one Assertion');
  if (elements.some(({ name }) => name.startsWith('Encrypted'))) refuse('it has an encrypted part');
  const signatures = [response, ...assertions].flatMap((parent) =>
    elementsIn(parent, namespaces.signature, 'Signature'),
  );
  if (named('Signature').length > signatures.length) refuse('it has a signature of something else');
}

/** The library finds what is signed by its ID, whatever the prefix and case of the attribute. */
function refuseRepeatedIds(elements: readonly XmlElement[]): void {
  const ids = elements.flatMap(({ attributes }) =>
    [...attributes].filter(([name]) => /^(?:.+:)?id$/i.test(name)).map(([name, id]) => ({ name, id })),
  );
  if (ids.some(({ name }) => name.includes(':'))) refuse('it has an ID with a prefix');
  if (new Set(ids.map(({ id }) => id)).size < ids.length) refuse('it has an ID twice');
}

function checkSignature(parent: XmlElement): void {
  const [signature, ...others] = elementsIn(parent, namespaces.signature, 'Signature');
  if (others.length > 0) refuse('it has two signatures of the same');
  if (!signature) return;
  const parts = allIn(signature).slice(1);
  const only = (name: string): XmlElement => {
    const [part, ...more] = parts.filter((one) => one.name === name);
    return part && more.length === 0 && part.namespace === namespaces.signature
      ? part
      : refuse(`it has not one ${name}`);
  };
  only('SignedInfo');
  only('SignatureValue');
  if (only('Reference').attributes.get('URI') !== `#${parent.attributes.get('ID')}`)
    refuse('it has a signature of something else');
  const algorithmOf = ({ attributes }: XmlElement): string | undefined => attributes.get('Algorithm');
  if (!signatureMethods.includes(algorithmOf(only('SignatureMethod')))) refuse('its signature is not RSA with SHA-2');
  if (!digestMethods.includes(algorithmOf(only('DigestMethod')))) refuse('its digest is not SHA-2');
  if (!canonicalizations.includes(algorithmOf(only('CanonicalizationMethod'))))
    refuse('its canonicalization is not exclusive');
  const transformed = parts.filter(({ name }) => name === 'Transform');
  if (transformed.some((one) => !transforms.includes(algorithmOf(one))))
    refuse('it has a transform that SAML does not have');
  if (parts.some(({ name }) => name === 'Object')) refuse('its signature contains an object');
}
