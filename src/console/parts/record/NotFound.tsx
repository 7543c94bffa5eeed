import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';

export const NotFound = (): ReactNode => <p className="empty">{useWords().record.notFound}</p>;
