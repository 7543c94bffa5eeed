/** Requests in progress: one lane is always busy. */
const concurrency = 4;

/** Runs `work` for each item, a few at a time. Returns their number. */
export async function all<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<number> {
  const left = items.values();
  const loop = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return items.length;
}
