import { type Bar, judgePairs, memoryGate, type Verdict } from '../shared/verdict.ts';
import type { Measured } from './measured.ts';
import type { VariantName } from './variants.ts';

/** The comparisons, and the requirement on the ratio of each. */
export const comparisons: Record<string, Bar & { sides: readonly [VariantName, VariantName] }> = {
  'all different, share of the compared commit': { sides: ['against', 'shipped'], least: 0.95 },
  'same tokens, share of the compared commit': { sides: ['againstSame', 'shippedSame'], least: 0.95 },
  'all different, share of the ceiling': { sides: ['ceiling', 'shipped'], least: 0.7 },
  'same tokens, share of the ceiling': { sides: ['ceiling', 'shippedSame'], least: 1.2 },
  'all different, gain by the fast path': { sides: ['off', 'shipped'], least: 1.6 },
  'all different, share of the ledger off': { sides: ['ledgerOff', 'shipped'], least: 0.9 },
  'same tokens, share of the ledger off': { sides: ['ledgerOffSame', 'shippedSame'], least: 0.9 },
  'all different, durable, share of the ledger off': { sides: ['ledgerOff', 'durable'], least: 0.7 },
  'every rule, share of no rules': { sides: ['unruled', 'ruled'], least: 0.93 },
  'many users to few, all different': { sides: ['shipped', 'small'], most: 1.15 },
  'all different, cost in bare requests': { sides: ['shipped', 'bare'] },
};

const shippedAtFullSize: VariantName[] = ['shipped', 'shippedSame'];

/** Judges a run by its pairs. */
export function judgeRun({ compared, servers }: Measured): Verdict {
  const { gates, ...verdict } = judgePairs(compared, comparisons);
  const resident = servers.filter(({ name }) => shippedAtFullSize.includes(name)).map((server) => server.resident);
  return { ...verdict, gates: [...gates, memoryGate('resident memory', Math.max(...resident), 240)] };
}
