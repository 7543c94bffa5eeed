import type { ReactNode } from 'react';

interface Choice {
  key: string;
  /** Its sign, before the title. */
  mark?: ReactNode;
  title: string;
  text: string;
  /** In few words, what is chosen with it. */
  note?: ReactNode;
  choose: () => void;
}

/** Cards to choose one of. */
export const Choices = ({ label, choices }: { label: string; choices: readonly Choice[] }): ReactNode => (
  <ul className="plain-list choices" aria-label={label}>
    {choices.map(({ key, mark, title, text, note, choose }) => (
      <li key={key}>
        <button type="button" className="choice" onClick={choose}>
          <span className="choice-head">
            {mark}
            <strong>{title}</strong>
          </span>
          <span>{text}</span>
          {note ? <span className="choice-note">{note}</span> : null}
        </button>
      </li>
    ))}
  </ul>
);
