import type { ReactNode } from 'react';
import { Facts } from '../../parts/record/Facts.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { type Experience, useExperience } from './experience.ts';

/** The rules of sign-in and of sign-up. */
export function ExperiencePolicy(): ReactNode {
  const words = useWords();
  const experience = useExperience();
  return (
    <div className="columns">
      <Part title={words.experience.signIn} facts={signInFacts(experience, words)} />
      <Part title={words.experience.signUp} facts={signUpFacts(experience, words)} />
    </div>
  );
}

type Fact = readonly [name: string, value: ReactNode];

const Part = ({ title, facts }: { title: string; facts: readonly Fact[] }): ReactNode => (
  <section className="card padded stack tight">
    <h2>{title}</h2>
    <Facts facts={facts} />
  </section>
);

const listed = (values: readonly string[], { label, record }: Words): string =>
  values.map(label).join(', ') || record.nothing;

const durationOf = (seconds: number | null, { duration, record }: Words): string =>
  seconds === null ? record.nothing : duration(seconds);

function signInFacts({ policy }: Experience, words: Words): Fact[] {
  const { experience: texts, record } = words;
  const { second } = policy;
  return [
    [texts.first, listed(policy.first, words)],
    [texts.password, texts.characters(policy.password.minimum)],
    [texts.second, texts.requirements[second.required]],
    [texts.secondWays, listed(second.ways, words)],
    [texts.trusted, second.trustedDeviceDays === 0 ? record.nothing : texts.days(second.trustedDeviceDays)],
    [texts.sessionLimit, durationOf(policy.session.limitSeconds, words)],
    [texts.sessionIdleLimit, durationOf(policy.session.idleLimitSeconds, words)],
    [texts.countries, policy.phone.countries.join(', ') || texts.noCountry],
    [texts.accountAllows, listed(policy.account.allows, words)],
  ];
}

function signUpFacts({ policy: { signUp } }: Experience, words: Words): Fact[] {
  const { experience: texts, record, list } = words;
  return [
    [texts.isOpen, signUp.isOpen ? list.yes : list.no],
    [texts.verifies, listed(signUp.verifies, words)],
    [texts.requires, listed(signUp.requires, words)],
    [texts.terms, signUp.terms ?? record.nothing],
    [texts.allowed, signUp.domains.allow.join(', ') || texts.allDomains],
    [texts.denied, signUp.domains.deny.join(', ') || record.nothing],
  ];
}
