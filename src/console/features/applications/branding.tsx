import type { ReactNode } from 'react';
import { BrandingEditor } from '../../parts/branding/BrandingEditor.tsx';
import { useApplication } from './application.ts';

/** The editor for the look of the pages of one application. */
export const ApplicationBranding = (): ReactNode => (
  <BrandingEditor name="updateApplication" owner={{ applicationId: useApplication().id }} />
);
