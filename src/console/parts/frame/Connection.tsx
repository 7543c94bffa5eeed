import { type ReactNode, useSyncExternalStore } from 'react';
import { feedState } from '../../data/feed/feed.ts';
import { useMay } from '../../data/viewer.ts';
import { useClockTime } from '../time/time-format.ts';
import { useWords } from '../../words/index.ts';

/** Whether the page is live; since when not. */
export function Connection(): ReactNode {
  const words = useWords();
  const isPossible = useMay()('events:read', 'anywhere');
  const { isLive, lostAt } = useSyncExternalStore(feedState.subscribe, feedState.current);
  const clockTime = useClockTime();
  const time = lostAt && clockTime(lostAt);
  const [sign, className, text] = isLive
    ? ['●', 'good', words.shell.live]
    : time && isPossible
      ? ['✗', 'bad', words.shell.notLive(time)]
      : ['◌', 'soft', isPossible ? words.shell.connecting : words.shell.notPossible];
  return (
    <span className="connection" role="status" data-state={isLive ? 'live' : isPossible ? 'lost' : 'off'}>
      <span className={className} aria-hidden="true">
        {sign}
      </span>
      <span className={isLive ? 'wide-only' : ''}>{text}</span>
    </span>
  );
}
