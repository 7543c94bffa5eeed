import type { ReactNode } from 'react';
import { BrandingEditor } from '../../parts/branding/BrandingEditor.tsx';
import { useApplication } from './application.ts';

/** How the pages of an application look. */
export const ApplicationBranding = (): ReactNode => (
  <BrandingEditor name="updateApplication" owner={{ applicationId: useApplication().id }} />
);
