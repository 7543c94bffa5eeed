import { Invalid } from '../invalid.ts';
import { namespaces } from './names.ts';
import { elementsIn, textIn, type XmlElement } from './read-xml.ts';

/** The values that an assertion must have. */
interface Expectation {
  /** Entity ID of the provider. */
  issuer: string;
  /** Ours. */
  audience: string;
  /** The address to which the response was posted. */
  recipient: string;
  requestId: string;
  now: Date;
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** Milliseconds by which the clock of the provider may differ. */
const tolerance = 30_000;

const refuse = (reason: string): never => {
  throw new Invalid(`The assertion is not accepted: ${reason}.`);
};

const child = (parent: XmlElement, name: string): XmlElement => {
  const [element, ...others] = elementsIn(parent, namespaces.assertion, name);
  return element && others.length === 0 ? element : refuse(`it has not one ${name}`);
};

/** Checks a verified assertion (SAML Profiles §4.1.4.3), which the library does in part only. */
export function checkAssertion(assertion: XmlElement, expectation: Expectation): void {
  if (assertion.namespace !== namespaces.assertion || assertion.name !== 'Assertion') refuse('it is none');
  if (textIn(child(assertion, 'Issuer')).trim() !== expectation.issuer) refuse('it is of another issuer');
  checkConditions(child(assertion, 'Conditions'), expectation);
  const confirmations = elementsIn(child(assertion, 'Subject'), namespaces.assertion, 'SubjectConfirmation');
  const problems = confirmations.map((confirmation) => confirmationProblem(confirmation, expectation));
  if (!problems.includes(undefined)) refuse(problems[0] ?? 'its subject is not confirmed');
  const statements = elementsIn(assertion, namespaces.assertion, 'AuthnStatement');
  if (statements.length === 0) refuse('it has no AuthnStatement');
  for (const statement of statements) checkTimes(statement, 'SessionNotOnOrAfter', expectation);
}

function checkConditions(conditions: XmlElement, expectation: Expectation): void {
  checkTimes(conditions, 'NotOnOrAfter', expectation);
  const restrictions = elementsIn(conditions, namespaces.assertion, 'AudienceRestriction');
  const isForUs = (restriction: XmlElement): boolean =>
    elementsIn(restriction, namespaces.assertion, 'Audience').some(
      (one) => textIn(one).trim() === expectation.audience,
    );
  if (restrictions.length === 0 || !restrictions.every(isForUs)) refuse('it is for another audience');
}

/** Why a confirmation does not count; undefined if it does. */
function confirmationProblem({ attributes, elements }: XmlElement, expectation: Expectation): string | undefined {
  if (attributes.get('Method') !== bearer) return 'its subject is not confirmed';
  const [data] = elements.filter(({ name }) => name === 'SubjectConfirmationData');
  if (data?.attributes.get('Recipient') !== expectation.recipient) return 'it is for another recipient';
  if (data.attributes.get('InResponseTo') !== expectation.requestId) return 'it does not respond to the request';
  if (!data.attributes.has('NotOnOrAfter')) return 'it does not expire';
  return timeProblem(data, 'NotOnOrAfter', expectation);
}

function checkTimes(element: XmlElement, end: string, expectation: Expectation): void {
  const problem = timeProblem(element, end, expectation);
  if (problem !== undefined) refuse(problem);
}

function timeProblem({ attributes }: XmlElement, end: string, { now }: Expectation): string | undefined {
  const [notBefore, notOnOrAfter] = [attributes.get('NotBefore'), attributes.get(end)];
  if (notBefore !== undefined && !(readTime(notBefore) <= now.getTime() + tolerance)) return 'it is not valid yet';
  if (notOnOrAfter !== undefined && !(readTime(notOnOrAfter) > now.getTime() - tolerance)) return 'it has expired';
  return undefined;
}

/** Milliseconds since the epoch; NaN if it is no time of SAML (Core §1.3.3), which is in UTC. */
export const readTime = (text: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
