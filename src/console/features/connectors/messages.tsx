import type { ReactNode } from 'react';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { messages } from './message-list.tsx';

export const Messages = (): ReactNode => <RecordList list={messages} />;
