import type { ReactNode } from 'react';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { invitations } from './invitation-list.tsx';

export const Invitations = (): ReactNode => <RecordList list={invitations} />;
