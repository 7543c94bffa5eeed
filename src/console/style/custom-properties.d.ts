import 'react';

declare module 'react' {
  /** What is computed is given to the styles in properties of their own: style={{ '--height': '20px' }}. */
  interface CSSProperties {
    [name: `--${string}`]: string | undefined;
  }
}
