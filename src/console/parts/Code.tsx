import type { ReactNode } from 'react';
import { Copy } from './marks.tsx';

/** Code with a button that copies it. */
export const Code = ({ label, children }: { label: string; children: string }): ReactNode => (
  <div style={{ position: 'relative' }}>
    <pre className="code" tabIndex={0} aria-label={label}>
      {children}
    </pre>
    <span style={{ position: 'absolute', insetInlineEnd: 6, insetBlockStart: 6 }}>
      <Copy text={children} />
    </span>
  </div>
);
