import { bounded, readSubject } from '../claims.ts';
import type { SamlConnection, UpstreamIdentity } from '../identity-provider.ts';
import { Invalid } from '../invalid.ts';
import { readTime } from './check-assertion.ts';
import { emailAddress, namespaces, persistent, transient } from './names.ts';
import { elementsIn, textIn, type XmlElement } from './read-xml.ts';

/** The name of the claim with the NameID, whatever its format. */
const nameIdClaim = 'NameID';

/** Reads the person of an assertion that was verified and checked. */
export function readIdentity(
  assertion: XmlElement,
  { settings: { subjectAttribute }, acceptsEmailNameId }: Pick<SamlConnection, 'settings' | 'acceptsEmailNameId'>,
): UpstreamIdentity {
  const nameId = readNameId(assertion);
  const claims: UpstreamIdentity['claims'] = {
    ...readAttributes(assertion),
    ...(nameId && { [nameIdClaim]: nameId.text }),
  };
  const formats = acceptsEmailNameId ? [persistent, emailAddress] : [persistent];
  if (subjectAttribute === nameIdClaim && nameId?.format === transient)
    throw new Invalid('The NameID is transient: it is another one at each sign-in, so it identifies no person.');
  const subject =
    subjectAttribute === null
      ? lastingNameId(nameId, formats)
      : readSubject(Object.hasOwn(claims, subjectAttribute) ? claims[subjectAttribute] : undefined, subjectAttribute);
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

interface NameId {
  format: string | undefined;
  text: string;
}

function readNameId(assertion: XmlElement): NameId | undefined {
  const [subject] = elementsIn(assertion, namespaces.assertion, 'Subject');
  const [nameId] = subject ? elementsIn(subject, namespaces.assertion, 'NameID') : [];
  return nameId && { format: nameId.attributes.get('Format'), text: textIn(nameId).trim() };
}

/** Identifiers of other formats change, or are given to others: a transient one with each sign-in. */
function lastingNameId(nameId: NameId | undefined, formats: readonly (string | undefined)[]): string {
  if (!nameId || !formats.includes(nameId.format))
    throw new Invalid(
      'The NameID is not persistent. Set a subject attribute, or let the provider send a persistent one.',
    );
  return readSubject(nameId.text, nameIdClaim);
}

/** Values by the name of the attribute: a text, or several. */
function readAttributes(assertion: XmlElement): UpstreamIdentity['claims'] {
  const values = new Map<string, string[]>();
  for (const statement of elementsIn(assertion, namespaces.assertion, 'AttributeStatement'))
    for (const attribute of elementsIn(statement, namespaces.assertion, 'Attribute')) {
      const name = attribute.attributes.get('Name') ?? '';
      const texts = elementsIn(attribute, namespaces.assertion, 'AttributeValue').map((value) => textIn(value).trim());
      values.set(name, [...(values.get(name) ?? []), ...texts]);
    }
  return Object.fromEntries(Array.from(values, ([name, texts]) => [name, texts.length === 1 ? texts[0] : texts]));
}
