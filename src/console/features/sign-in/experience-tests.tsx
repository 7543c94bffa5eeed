import type { ReactNode } from 'react';
import { Section } from '../../parts/record/Section.tsx';
import { useWords } from '../../words/index.ts';
import { useExperience } from './experience.ts';

/** The tests that each change of the policy must pass. */
export function ExperienceTests(): ReactNode {
  const words = useWords();
  const { tests } = useExperience();
  const { experience: texts } = words;
  return (
    <Section title={texts.tests} empty={tests.length === 0 && texts.noTests}>
      {tests.map(({ name, given: person, expect }) => (
        <li key={name} className="row">
          <strong className="grow">{name}</strong>
          <span className="soft">
            {[words.label(person.purpose), ...person.verifications.map(words.label)].join(' · ')}
          </span>
          <span>→ {expect.isReady ? texts.ready : words.label(expect.step ?? expect.refused ?? '')}</span>
        </li>
      ))}
    </Section>
  );
}
