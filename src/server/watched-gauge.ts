import { Gauge, type Registry } from 'prom-client';

/** A gauge that is read when it is shown. */
export interface Watched {
  name: string;
  help: string;
  label: string;
  /** The values by label. If it fails or takes longer than a second, there are none. */
  read(): Promise<Values> | Values;
}

type Values = Record<string, number>;

/** Milliseconds that reading may take. */
const limit = 1000;
/** Milliseconds for which values are shown again: everyone may be able to request them, and the database pays. */
const lifetime = 1000;

/** Adds a gauge to a registry. */
export function watchGauge({ name, help, label, read }: Watched, registry: Registry): void {
  const recent = once(async () => read());
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: async () => {
      const values = await recent().catch((): Values => ({}));
      gauge.reset();
      for (const [value, count] of Object.entries(values)) gauge.set({ [label]: value }, count);
    },
  });
}

/** Reads at most once at a time, and not again while the values are recent. */
function once(read: () => Promise<Values>): () => Promise<Values> {
  let current: { values: Promise<Values>; readAt: number } | undefined;
  let isReading = false;
  return () => {
    const now = performance.now();
    if (!current || (!isReading && now - current.readAt > lifetime)) {
      isReading = true;
      const values = read().finally(() => (isReading = false));
      current = { values, readAt: now };
    }
    return within(current.values);
  };
}

/** Rejects after the limit. */
async function within(values: Promise<Values>): Promise<Values> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('metrics: a value takes too long')), limit);
  try {
    return await Promise.race([values, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
