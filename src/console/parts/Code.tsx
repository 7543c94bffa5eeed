import type { ReactNode } from 'react';
import { Copy } from './marks.tsx';

interface CodeProps {
  label: string;
  children: string;
  /** The text that the button copies; default: the one that is shown. */
  copied?: string;
}

/** Code with a button that copies it. */
export const Code = ({ label, children, copied = children }: CodeProps): ReactNode => (
  <div style={{ position: 'relative' }}>
    <pre className="code" tabIndex={0} aria-label={label}>
      {children}
    </pre>
    <span style={{ position: 'absolute', insetInlineEnd: 6, insetBlockStart: 6 }}>
      <Copy text={copied} />
    </span>
  </div>
);
