import { type ReactNode, useEffect, useRef } from 'react';
import { Copy } from '../marks.tsx';

interface Props {
  value: string;
  /** The name of the button that copies it, if there are several. */
  label?: string;
  /** It was copied: by its button, or as selected text. */
  onCopied: () => void;
}

/** A value that is shown once. Where the browser refuses to copy it, it is selected, to be copied by keys. */
export function Secret({ value, label, onCopied }: Props): ReactNode {
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    const onCopy = (): void => {
      if (document.getSelection()?.toString().includes(value)) onCopied();
    };
    document.addEventListener('copy', onCopy);
    return () => document.removeEventListener('copy', onCopy);
  }, [value, onCopied]);
  return (
    <span className="row tight">
      <code data-secret ref={shown}>
        {value}
      </code>
      <Copy
        text={value}
        onCopied={onCopied}
        onRefused={() => shown.current && document.getSelection()?.selectAllChildren(shown.current)}
        {...(label === undefined ? {} : { label })}
      />
    </span>
  );
}
