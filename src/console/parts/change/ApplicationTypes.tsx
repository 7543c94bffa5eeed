import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import type { BeginningProps } from './beginnings.ts';
import { Choices } from './Choices.tsx';

const types = ['TRADITIONAL_WEB', 'SINGLE_PAGE', 'NATIVE', 'MACHINE_TO_MACHINE'] as const;

/** Which type of application is mine? It cannot be changed later. */
export default function ApplicationTypes({ begin }: BeginningProps): ReactNode {
  const { applications: texts } = useWords();
  const { choosing } = texts;
  return (
    <div className="stack tight">
      <p>{choosing.title}</p>
      <Choices
        label={choosing.title}
        choices={types.map((type) => ({
          key: type,
          title: texts.types[type],
          text: choosing[type],
          note: type === 'SINGLE_PAGE' || type === 'NATIVE' ? choosing.isPublic : choosing.isConfidential,
          choose: () => begin({ type }),
        }))}
      />
    </div>
  );
}
