import { readableReference } from '../../domain/flow/reference.ts';
import { offerOf } from './step-offer.ts';
import { problemText } from './problem-text.ts';
import { refusalText } from './step-page.ts';
import type { FormPart, StepPart } from './steps/step-part.ts';
import type { Texts } from '../texts/index.ts';
import type { StepDetails } from '../flow/details.ts';
import { hasEntries } from '../flow/entry.ts';
import type { Page } from '../flow/page.ts';

/** The present step as JSON, for pages that others build: what the page offers, and the fields of the answer. */
export function pageAsJson(page: Page, details: StepDetails, texts: Texts, now: Date): object {
  const { purpose, step, version, refused, problem, reference } = page;
  const offers = describedViews(page).map((view) => offerOf(view, texts, details));
  const ways = [...new Set(offers.flatMap(waysOf))];
  return {
    purpose,
    version,
    step: refused ? null : { name: step, fields: schemaOf(offers[0]?.form ?? []), ways, details },
    refused: refused
      ? {
          reason: refused,
          text: refusalText(page, texts),
          ways,
          ...(details.applications && { applications: details.applications }),
        }
      : null,
    problem: problem
      ? {
          name: problem.name,
          text: problemText(page, texts, now),
          until: 'until' in problem ? problem.until.toISOString() : null,
        }
      : null,
    reference: readableReference(reference),
  };
}

/** The first page of a sign-in shows the identifier and the way one after the other; JSON takes both at once. */
const describedViews = (page: Page): Page[] =>
  page.step === 'identify' && hasEntries(page)
    ? [
        { ...page, entry: 'identifier' },
        { ...page, entry: page.entry === 'identifier' ? 'password' : page.entry },
      ]
    : [page];

/** The ways of the buttons in the form, and of those below it. */
const waysOf = ({ form, ways }: StepPart): string[] => [
  ...form.flatMap(({ way }) => way ?? []),
  ...ways.map(({ way }) => way),
];

/** JSON Schema of the fields of an answer. */
function schemaOf(form: readonly FormPart[]): object {
  const properties = Object.fromEntries(form.flatMap(({ fields = {} }) => Object.entries(fields)));
  const requiredIn = (parts: FormPart[]) => parts.flatMap(({ required = [] }) => required);
  const needed = requiredIn(form.filter(({ isAlternative }) => !isAlternative));
  const instead = requiredIn(form.filter(({ isAlternative }) => isAlternative));
  if (!needed.length || !instead.length) return { type: 'object', properties, required: [...needed, ...instead] };
  return { type: 'object', properties, required: [], anyOf: [{ required: needed }, { required: instead }] };
}
