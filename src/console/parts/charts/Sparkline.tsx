import type { ReactNode } from 'react';

/** A bar for each value. It only illustrates: the number beside it has the meaning. */
export function Sparkline({ values }: { values: readonly number[] }): ReactNode {
  const highest = Math.max(1, ...values);
  return (
    <svg className="sparkline" viewBox={`0 0 ${values.length * 4} 24`} preserveAspectRatio="none" aria-hidden="true">
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(2, (24 * value) / highest);
        return <rect key={index} x={index * 4} y={24 - height} width="3" height={height} />;
      })}
    </svg>
  );
}
