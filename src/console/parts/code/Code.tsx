import type { ReactNode } from 'react';
import { Copy } from '../marks.tsx';

interface CodeProps {
  label: string;
  children: string;
  /** The text that the button copies; default: the one that is shown. */
  copied?: string;
  onCopied?: () => void;
}

/** Code with a button that copies it. */
export const Code = ({ label, children, copied = children, onCopied }: CodeProps): ReactNode => (
  <div className="code-frame">
    <pre className="code" tabIndex={0} aria-label={label}>
      {children}
    </pre>
    <span className="code-copy">
      <Copy text={copied} {...(onCopied && { onCopied })} />
    </span>
  </div>
);
