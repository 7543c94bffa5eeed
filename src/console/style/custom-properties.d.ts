import 'react';

declare module 'react' {
  /** Computed values are given to the styles in properties of their own: style={{ '--height': '20px' }}. */
  interface CSSProperties {
    [name: `--${string}`]: string | undefined;
  }
}
