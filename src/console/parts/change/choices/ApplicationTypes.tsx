import type { ReactNode } from 'react';
import { useWords } from '../../../words/index.ts';
import type { BeginningProps } from './beginning-props.ts';
import { Choices } from './Choices.tsx';

const types = ['TRADITIONAL_WEB', 'SINGLE_PAGE', 'NATIVE', 'MACHINE_TO_MACHINE'] as const;
const isPublic = (type: (typeof types)[number]): boolean => type === 'SINGLE_PAGE' || type === 'NATIVE';

/**
 * Which type of application is mine? It cannot be changed later. One that can have a secret begins with one, which the
 * exchange of tokens requires.
 */
export default function ApplicationTypes({ input, begin }: BeginningProps): ReactNode {
  const { change, label } = useWords();
  const texts = change.applicationTypes;
  const offered = types.filter((type) => input['tokenExchangeAllowed'] !== true || !isPublic(type));
  return (
    <div className="stack tight">
      <p>{texts.title}</p>
      <Choices
        label={texts.title}
        choices={offered.map((type) => ({
          key: type,
          title: label(type),
          text: texts[type],
          note: isPublic(type) ? texts.isPublic : texts.isConfidential,
          choose: () => begin({ type, ...(isPublic(type) ? {} : { secret: { name: texts.firstSecret } }) }),
        }))}
      />
    </div>
  );
}
