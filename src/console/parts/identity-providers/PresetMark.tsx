import type { ReactNode } from 'react';
import type { ProviderPresetName } from '../../data/preset-name.ts';

/** Signs of our own: none is a mark of the service. */
const paths: Readonly<Record<ProviderPresetName, string>> = {
  google: 'M12.5 12H20a8 8 0 1 1-2.5-5.8',
  microsoft: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  apple:
    'M12 8.3C9.5 7.1 7 7.6 6 10c-1.3 3.2 1 10 4 10 .8 0 1.2-.4 2-.4s1.2.4 2 .4c1.6 0 3.2-2.2 4-4.6-3-1.4-3.2-5.2-.4-6.8C16.2 7 14 7.2 12 8.3M12 7.5C12 5.5 13 4 15 3.5',
  github:
    'M7 8v8M7 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4M7 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4M17 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4M17 10c0 4-10 2-10 6',
  oidc: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 12h9v3M17 12v3',
  saml: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5',
  oauth2: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3M12 15v1',
};

/** The sign of a preset, in the place of initials. */
export const PresetMark = ({ name }: { name: ProviderPresetName }): ReactNode => (
  <span className="initials" aria-hidden="true">
    <svg viewBox="0 0 24 24" width={18} height={18} focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  </span>
);
