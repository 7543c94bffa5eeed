import { count } from '../../../words/en-numbers.ts';
import type { Widened } from '../../../words/widened.ts';

export const texts = {
  events: {
    finds: 'id of a record, request or trace',
    pinned: 'Kept at the top',
    lastMinute: (number: number) => `${count.format(number)} in the last minute`,
    channel: 'Channel',
    family: 'Family',
    subjectKind: 'Kind of record',
    actorKind: 'Kind of actor',
    notSent: 'It was sent to no webhook yet.',
    when: 'When',
    about: 'About',
    through: 'Application that acted for a person',
    cause: 'Cause',
    changed: 'Changed',
    earlier: 'Previous about this record',
    later: 'Next about this record',
    neighbors: 'Events about this record',
    allAbout: 'All about this record',
    sameTrace: 'same trace',
    comparison: {
      title: 'Compare',
      other: 'Another event about this record',
      choose: 'Choose another event',
      previous: 'Compare with the previous one',
      text: 'The record after this event beside what it was at another: the fields that differ.',
      same: 'No field differs between these events.',
      field: 'Field',
      notComparable: 'This event does not exist, or is about another record.',
    },
    pause: 'Pause',
    resume: (number: number) => `Continue: ${count.format(number)} waiting`,
    nothingSince: (since: string) => `Nothing since ${since}.`,
    nothingBetween: (since: string, until: string) => `Nothing from ${since} until the pause at ${until}.`,
    makeWebhook: 'Make a webhook of this',
  },
} as const;

export type Texts = Widened<typeof texts>;
