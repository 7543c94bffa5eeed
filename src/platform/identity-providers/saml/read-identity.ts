import { bounded, readSubject } from '../claims.ts';
import type { UpstreamIdentity } from '../identity-provider.ts';
import { Invalid } from '../invalid.ts';
import { readTime } from './check-assertion.ts';
import { namespaces, persistent } from './names.ts';
import { elementsIn, textIn, type XmlElement } from './read-xml.ts';

/** Reads the person of an assertion that was verified and checked. */
export function readIdentity(assertion: XmlElement, subjectAttribute: string | null): UpstreamIdentity {
  const claims = readAttributes(assertion);
  const subject =
    subjectAttribute === null ? persistentNameId(assertion) : readSubject(claims[subjectAttribute], subjectAttribute);
  const [statement] = elementsIn(assertion, namespaces.assertion, 'AuthnStatement');
  const authenticatedAt = new Date(readTime(statement?.attributes.get('AuthnInstant') ?? ''));
  const [context] = statement ? elementsIn(statement, namespaces.assertion, 'AuthnContext') : [];
  const [reference] = context ? elementsIn(context, namespaces.assertion, 'AuthnContextClassRef') : [];
  return {
    subject,
    claims: bounded(claims),
    authenticatedAt: Number.isNaN(authenticatedAt.getTime()) ? null : authenticatedAt,
    acr: reference ? textIn(reference).trim() : null,
    amr: [],
  };
}

/** Identifiers of other formats change, or are given to others: a transient one with each sign-in. */
function persistentNameId(assertion: XmlElement): string {
  const [subject] = elementsIn(assertion, namespaces.assertion, 'Subject');
  const [nameId] = subject ? elementsIn(subject, namespaces.assertion, 'NameID') : [];
  if (!nameId || nameId.attributes.get('Format') !== persistent)
    throw new Invalid(
      'The NameID is not persistent. Set a subject attribute, or let the provider send a persistent one.',
    );
  return readSubject(textIn(nameId).trim(), 'NameID');
}

/** Values by the name of the attribute: a text, or several. */
function readAttributes(assertion: XmlElement): Record<string, unknown> {
  const values = new Map<string, string[]>();
  for (const statement of elementsIn(assertion, namespaces.assertion, 'AttributeStatement'))
    for (const attribute of elementsIn(statement, namespaces.assertion, 'Attribute')) {
      const name = attribute.attributes.get('Name') ?? '';
      const texts = elementsIn(attribute, namespaces.assertion, 'AttributeValue').map((value) => textIn(value).trim());
      values.set(name, [...(values.get(name) ?? []), ...texts]);
    }
  return Object.fromEntries(Array.from(values, ([name, texts]) => [name, texts.length === 1 ? texts[0] : texts]));
}
