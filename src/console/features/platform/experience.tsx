import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { Facts } from '../../parts/Facts.tsx';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { RecordHeader } from '../../parts/RecordHeader.tsx';
import { Section } from '../../parts/Section.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { Preview } from './preview.tsx';

const ExperienceDocument = graphql(`
  query Experience {
    signInExperiences(first: 1) {
      nodes {
        id displayName version
        policy {
          first
          password { minimum }
          phone { countries }
          session { limitSeconds idleLimitSeconds }
          second { required ways trustedDeviceDays }
          signUp { isOpen requires verifies terms domains { allow deny } }
        }
        tests {
          name
          given { purpose level verifications }
          expect { isReady refused step ways }
        }
      }
    }
  }
`);

type Experience = NonNullable<ResultOf<typeof ExperienceDocument>['signInExperiences']>['nodes'][number];

/** How people sign in, sign up and recover their accounts, and the tests that each change must pass. */
export function SignInExperience(): ReactNode {
  const words = useWords();
  const [{ data, error, fetching }, again] = useQuery({ query: ExperienceDocument });
  return (
    <RecordFrame record={data?.signInExperiences?.nodes[0]} error={error} isLoading={fetching} again={again}>
      {(experience) => (
        <article className="stack">
          <RecordHeader
            name={words.navigation.experience}
            id={experience.id}
            version={experience.version}
            actions={[
              {
                title: words.users.edit,
                operation: 'updateSignInExperience',
                input: { signInExperienceId: experience.id },
              },
            ]}
          />
          <div className="columns">
            <Policy title={words.experience.signIn} facts={signInFacts(experience, words)} />
            <Policy title={words.experience.signUp} facts={signUpFacts(experience, words)} />
          </div>
          <Preview />
          <Tests experience={experience} />
        </article>
      )}
    </RecordFrame>
  );
}

type Fact = readonly [name: string, value: ReactNode];

const Policy = ({ title, facts }: { title: string; facts: readonly Fact[] }): ReactNode => (
  <section className="card padded stack tight">
    <h2>{title}</h2>
    <Facts facts={facts} />
  </section>
);

const listed = (values: readonly string[], { label, record }: Words): string =>
  values.map(label).join(', ') || record.nothing;

function signInFacts({ policy }: Experience, words: Words): Fact[] {
  const { experience: texts, record } = words;
  const { second } = policy;
  return [
    [texts.first, listed(policy.first, words)],
    [texts.password, texts.characters(policy.password.minimum)],
    [texts.second, texts.requirements[second.required]],
    [texts.secondWays, listed(second.ways, words)],
    [texts.trusted, second.trustedDeviceDays === 0 ? record.nothing : texts.days(second.trustedDeviceDays)],
    [texts.sessionLimit, texts.hours(policy.session.limitSeconds)],
    [texts.sessionIdleLimit, texts.hours(policy.session.idleLimitSeconds)],
    [texts.countries, policy.phone.countries.join(', ') || texts.noCountry],
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

function Tests({ experience: { tests } }: { experience: Experience }): ReactNode {
  const words = useWords();
  const { experience: texts } = words;
  return (
    <Section title={texts.tests} empty={tests.length === 0 && texts.noTests}>
      {tests.map(({ name, given, expect }) => (
        <li key={name} className="row">
          <strong className="grow">{name}</strong>
          <span className="soft">
            {[words.label(given.purpose), ...given.verifications.map(words.label)].join(' · ')}
          </span>
          <span>→ {expect.isReady ? texts.ready : words.label(expect.step ?? expect.refused ?? '')}</span>
        </li>
      ))}
    </Section>
  );
}
