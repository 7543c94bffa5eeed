import type { ReactNode } from 'react';
import { Who } from '../../parts/identity/Who.tsx';
import { useTexts } from './use-texts.ts';

/** The API resource of an exchange. Without one, the request named none that exists, or was refused before. */
export function ReachedApi({
  exchange: { apiResourceId, reason },
}: {
  exchange: { apiResourceId: string | null; reason: string | null };
}): ReactNode {
  const texts = useTexts();
  if (apiResourceId !== null) return <Who id={apiResourceId} label={null} />;
  return reason === 'UNKNOWN_RESOURCE' ? texts.noSuchApi : texts.notRead;
}

/** The person of an exchange, if its token was read. */
export function ActedForWhom({ userId }: { userId: string | null }): ReactNode {
  const { notRead } = useTexts();
  return userId === null ? notRead : <Who id={userId} label={null} />;
}
