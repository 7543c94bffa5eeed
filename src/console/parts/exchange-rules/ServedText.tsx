import type { ReactNode } from 'react';
import { RecordNames } from './RecordNames.tsx';
import { useServed } from './served.ts';
import { useTexts } from './use-texts.ts';

/** The API resources that an application serves, in a line. */
export function ServedText({ applicationId }: { applicationId: string }): ReactNode {
  const texts = useTexts();
  const served = useServed(applicationId);
  if (!served) return null;
  if (served.length === 0) return texts.servesNone;
  return (
    <>
      {texts.serves}: <RecordNames records={served} />
    </>
  );
}
