import type { ReactNode } from 'react';
import { BrandingEditor } from '../../parts/branding/BrandingEditor.tsx';
import { useExperience } from './experience.ts';

/** How all pages look. */
export const ExperienceBranding = (): ReactNode => (
  <BrandingEditor name="updateSignInExperience" owner={{ signInExperienceId: useExperience().id }} />
);
