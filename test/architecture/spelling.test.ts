import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPage, readPages } from '../support/documentation.ts';
import { readSources } from './sources.ts';

/** British spelling, with all inflected forms: "normalised", "neighbouring", "unauthorised", "cancelling". */
const british = new RegExp(
  `\\b(?:${[
    '[a-z]{2,}is(?:e[drs]?|ing|ations?|able)',
    '[a-z]{2,}our(?:s|ed|ing|able|al|ful|ite|less|ly)?',
    '[a-z]+lys(?:e[drs]?|ing)',
    '(?:ana|cata)logue[ds]?',
    '(?:def|lic|off|pret)ence\\w*|practis\\w+',
    '(?:cent|fib|lit|met|theat)res?',
    '(?:cance|channe|counse|dia|fue|initia|labe|leve|mode|signa|tota|trave|tunne)ll(?:ed|ers?|ing)',
    '(?:enrol|fulfil|instal)(?:s|ments?)?|(?:skil|wil)ful',
    '(?:judge|acknowledge)ments?|ageing|amongst|artefacts?|burnt|cheques?|grey|learnt|mould|programmes?|sceptic\\w*',
    'spelt|storey|whilst',
  ].join('|')})\\b`,
  'gi',
);

/** American spelling has -ise in words whose ending is not that of a verb from Greek. */
const american =
  /^(?:adv|ar|compr|conc|disgu|enterpr|exerc|exper|improv|likew|madv|no|otherw|prec|prem|prom|ra|rev|superv|surpr)is/i;

/** Public names, which stay as they are: steps of a flow, and the state and the event of a job. */
const publicNames = /\benrol[-_](?:passkey|totp)\b|\bjob[._ ]?cancelled\b|(['"`])cancelled\1|\bcancelled:/gi;
const publicValues = /\bCANCELLED\b/g;

const inNames = (text: string): string => text.replaceAll(/([a-z])([A-Z])/g, '$1 $2');

const withoutPublicNames = (text: string): string => text.replaceAll(publicNames, '').replaceAll(publicValues, '');

const britishIn = (path: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    const words = withoutPublicNames(inNames(line)).replaceAll('_', ' ').match(british) ?? [];
    return words.filter((word) => !american.test(word)).map((word) => `${path}:${index + 1}: ${word}`);
  });

/** Texts in other languages, their test, and words of passwords in several ones. */
const inOtherLanguages = /\/(?:ar|de|es|fr|ja)(?:[/-]|\.ts$)|\/(?:date-words|exchanges\/reasons\.test)\.ts$/;
const sources = ['src', 'bench', 'tools', 'test']
  .flatMap(readSources)
  .filter(({ path }) => path !== 'test/architecture/spelling.test.ts' && !inOtherLanguages.test(path));
const documents = [
  ...readPages(),
  ...globSync(['{docs,src,prisma,catalog}/**/*.{prisma,json,d.ts}', 'schema.graphql'], {
    exclude: ['src/generated/**', 'src/console/generated/**'],
  }).map(readPage),
];

describe('American spelling', () => {
  it('is that of names, comments and texts in the code and its tests', () => {
    expect(sources.flatMap(({ path, text }) => britishIn(path, text))).toEqual([]);
  });

  it('is that of the names of files', () => {
    expect(sources.flatMap(({ path }) => britishIn(path, path.replaceAll('/', ' ')))).toEqual([]);
  });

  it('is that of the documentation and of public descriptions', () => {
    expect(documents.flatMap(({ path, text }) => britishIn(path, text))).toEqual([]);
  });

  it('has these words, in any form', () => {
    const words =
      'enrol enrolment cancelled cancelling licence licensed analyse analysed colours organisation authorise';
    expect(britishIn('a.ts', words).map((line) => line.split(' ')[1])).toEqual(
      words.split(' ').filter((word) => word !== 'licensed'),
    );
    expect(britishIn('a.ts', 'const normalisedName = 1; isFavourite')).toHaveLength(2);
    expect(britishIn('a.ts', "Job.Cancelled JobCancelledEvent state: 'cancelled' ENROL_TOTP enrol-passkey")).toEqual(
      [],
    );
    expect(britishIn('a.ts', 'promised four hours raised disable otherwise resources called exercise this')).toEqual(
      [],
    );
  });
});
