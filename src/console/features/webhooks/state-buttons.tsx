import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { countText } from '../../parts/list/Count.tsx';
import { matchOf } from '../../parts/list/request.ts';
import { useWords } from '../../words/index.ts';
import { deliveries } from './delivery-list.tsx';
import { useStateCounts } from './state-counts.ts';
import { useWebhook } from './webhook.ts';

/** The states of deliveries. Those that are delivered need nothing, and are too many to count. */
const states = ['FAILED', 'PENDING', 'WAITING', 'DELIVERED'] as const;

/** The states of the deliveries of a webhook, with the number of those that match the filters and need something. */
export function StateButtons(): ReactNode {
  const words = useWords();
  const { id } = useWebhook();
  const { where = {} } = useAddress();
  const setAddress = useSetAddress();
  const { status: chosen, ...others } = where;
  const { filter } = matchOf(deliveries, { where: others });
  const counts = useStateCounts(id, filter);
  const toggle = (status: string): void => {
    const next = chosen === status ? others : { ...others, status };
    const isNone = Object.keys(next).length === 0;
    setAddress({ where: isNone ? undefined : next, after: undefined, before: undefined });
  };
  return (
    <span className="row tight" role="group" aria-label={words.common.state}>
      {states.map((status) => {
        const total = status === 'DELIVERED' ? undefined : counts?.[status];
        return (
          <Button
            key={status}
            variant={chosen === status ? 'light' : 'default'}
            aria-pressed={chosen === status}
            onClick={() => toggle(status)}
          >
            {words.label(status)} {countText(total, words)}
          </Button>
        );
      })}
    </span>
  );
}
