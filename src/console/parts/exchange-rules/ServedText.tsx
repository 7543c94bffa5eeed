import type { ReactNode } from 'react';
import { nameWithLine } from '../../data/recognition.ts';
import { useServed } from './served.ts';
import { useTexts } from './use-texts.ts';

/** What an application serves, in a line. */
export function ServedText({ applicationId }: { applicationId: string }): ReactNode {
  const texts = useTexts();
  const served = useServed(applicationId);
  if (!served) return null;
  if (served.length === 0) return texts.servesNone;
  return (
    <>
      {texts.serves}:{' '}
      {served.map((resource, index) => (
        <span key={resource.id}>
          {index > 0 ? ', ' : ''}
          <bdi>{nameWithLine(resource)}</bdi>
        </span>
      ))}
    </>
  );
}
