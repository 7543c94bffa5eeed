import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { cards, contrast, leastContrast, textOn } from '../../../domain/branding/contrast.ts';
import { useWords, type Words } from '../../words/index.ts';
import { StateMark } from '../marks.tsx';
import type { Scheme } from './branding.ts';
import { useTexts } from './use-texts.ts';

interface Props {
  label: string;
  value: string | null;
  set: (value: string | null) => void;
  /** The scheme on whose card links have this color; undefined if there are none. */
  linksIn?: Scheme;
  /** The color without one of its own. */
  initial: string;
}

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** A color as text and by sight, and how well texts in it, and on it, can be read. */
export function ColorField({ label, value, set, linksIn, initial }: Props): ReactNode {
  const texts = useTexts();
  const text = value ?? '';
  const isValid = isColor(text);
  return (
    <div className="stack tight">
      <div className="row">
        <TextInput
          className="grow"
          label={label}
          value={text}
          placeholder={initial}
          spellCheck={false}
          error={text !== '' && !isValid ? texts.hex : null}
          onChange={({ currentTarget }) => set(currentTarget.value.trim() || null)}
        />
        <input
          type="color"
          aria-label={`${label}: ${texts.pick}`}
          value={isValid ? text : initial}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
      </div>
      {isValid ? (
        <ul className="plain-list" aria-live="polite">
          <Verdict name={texts.textOn[textOn(text)]} ratio={contrast(text, textOn(text))} />
          {linksIn ? <Verdict name={texts.links} ratio={contrast(text, cards[linksIn])} /> : null}
        </ul>
      ) : null}
    </div>
  );
}

/** "White text on it: 5.2 : 1, good to read". */
function Verdict({ name, ratio }: { name: string; ratio: number }): ReactNode {
  const words = useWords();
  const { isGood, isLittle } = useTexts();
  const isEnough = ratio >= leastContrast;
  return (
    <li>
      <StateMark tone={isEnough ? 'good' : 'bad'}>
        {name}: {ratioIn(words, ratio)}, {isEnough ? isGood : isLittle(ratioIn(words, leastContrast))}
      </StateMark>
    </li>
  );
}

/** Never rounded up: what is too little does not look like enough. */
const ratioIn = ({ locale }: Words, ratio: number): string =>
  `${new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, roundingMode: 'floor' }).format(ratio)} : 1`;
