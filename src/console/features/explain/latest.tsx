import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from '../../data/address.ts';
import { isSame, latestQuestions, type Question } from '../../data/explanations.ts';
import { nameWithLine } from '../../data/records/recognition.ts';
import { useRecognizables } from '../../data/records/record-names.ts';
import { isRecordId } from '../../parts/record/record-id.ts';
import { Section } from '../../parts/record/Section.tsx';
import { useTexts } from './use-texts.ts';

/** The latest questions of this browser, but for the one on the page, and those about records that no longer exist. */
export function Latest({ current }: { current: Question }): ReactNode {
  const texts = useTexts();
  const questions = latestQuestions().filter((question) => !isSame(question, current));
  const ids = [...new Set(questions.flatMap(idsOf))];
  const names = useRecognizables(ids);
  const recent = questions.filter((question) => idsOf(question).every((id) => names.has(id)));
  if (recent.length === 0) return null;
  const nameOf = (id = ''): string => {
    const record = names.get(id);
    return record ? nameWithLine(record) : id;
  };
  return (
    <Section title={texts.latest}>
      {recent.map((question) => (
        <li key={JSON.stringify(question)}>
          <Link to="/explain" search={question as Search}>
            {texts.question(nameOf(question.app), nameOf(question.resource), nameOf(question.user))}
          </Link>{' '}
          <span className="soft">
            {[question.org && nameOf(question.org), question.scopes].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </Section>
  );
}

const idsOf = ({ app, user, resource, org }: Question): string[] =>
  [app, user, resource, org].filter((id) => id !== undefined && isRecordId(id)) as string[];
