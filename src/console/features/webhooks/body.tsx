import type { ReactNode } from 'react';
import { Code } from '../../parts/code/Code.tsx';
import { useWords } from '../../words/index.ts';

/** The part of the body of a delivery that is selected. */
export interface BodyRecord {
  body?: string | null;
  missingBodyReason?: 'EVENT_REMOVED' | 'CHANGED' | null;
}

/** The body of a delivery, indented; the button copies it as it was sent. Or why there is none. */
export function DeliveryBody({ body, missingBodyReason }: BodyRecord): ReactNode {
  const { deliveries: texts } = useWords();
  if (missingBodyReason) return <p className="soft">{texts.missingBody[missingBodyReason]}</p>;
  if (!body) return null;
  return (
    <Code label={texts.body} copied={body}>
      {JSON.stringify(JSON.parse(body), null, 2)}
    </Code>
  );
}
