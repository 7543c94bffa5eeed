import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Search } from '../../data/address.ts';
import { nameWithLine } from '../../data/recognition.ts';
import { useRecognizables } from '../../data/record-names.ts';
import { isRecordId } from '../../parts/record/record-id.ts';
import { Section } from '../../parts/record/Section.tsx';
import { useTexts } from './use-texts.ts';

/** A question: ids alone, whose names are read by those who may. */
type Question = { [Name in 'app' | 'user' | 'resource' | 'org' | 'scopes']?: Search[Name] | undefined };

/** Where this browser keeps the latest questions. */
const place = 'explanations';
const kept = 5;

const readLatest = (): Question[] => JSON.parse(localStorage.getItem(place) ?? '[]') as Question[];

/** Keeps a question that was answered. */
export function remember(question: Question): void {
  const text = JSON.stringify(question);
  const others = readLatest().filter((one) => JSON.stringify(one) !== text);
  localStorage.setItem(place, JSON.stringify([question, ...others].slice(0, kept)));
}

/** The latest questions of this browser, except those about records that no longer exist. */
export function Latest(): ReactNode {
  const texts = useTexts();
  const [questions] = useState(readLatest);
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
