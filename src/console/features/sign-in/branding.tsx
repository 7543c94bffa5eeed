import type { ReactNode } from 'react';
import { BrandingEditor } from '../../parts/branding/BrandingEditor.tsx';
import { useExperience } from './experience.ts';

/** The editor for the look of all pages. */
export const ExperienceBranding = (): ReactNode => (
  <BrandingEditor name="updateSignInExperience" owner={{ signInExperienceId: useExperience().id }} />
);
