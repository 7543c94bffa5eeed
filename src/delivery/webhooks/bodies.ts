import { hash } from 'node:crypto';
import {
  type BodyParts,
  type DeliveryBody,
  earlierSelections,
  type FindBodies,
  readBodyParts,
} from '../../store/webhooks/bodies.ts';
import type { LoggedEvent } from '../../store/logged-event.ts';
import type { MissingBodyReason } from '../../vocabulary/records/delivery-shapes.ts';
import { webhookMessageOf, type ShapeEvent } from './message.ts';

/** SHA-256 of a body, as the log of attempts has it. */
export const digestOf = (body: string): string => hash('sha256', body, 'hex');

type Parts = BodyParts & { event: LoggedEvent };

/**
 * Makes the bodies of deliveries again, with the code that sends them, as bodies are not stored. The digest of the last
 * attempt shows with which selection it was sent, and that the body is the same to the byte.
 */
export const createFindBodies =
  (shape: ShapeEvent): FindBodies =>
  async (prisma, deliveryIds) => {
    const parts = new Map((await readBodyParts(prisma, deliveryIds)).map((one) => [one.deliveryId, one]));
    const bodies = new Map<string, DeliveryBody>();
    const differing: Parts[] = [];
    for (const [id, { event, ...rest }] of parts) {
      const body = event && (await madeWith(shape, { ...rest, event }, rest.selection));
      if (body) bodies.set(id, body);
      else if (event) differing.push({ ...rest, event });
    }
    const selections = differing.length
      ? await earlierSelections(
          prisma,
          differing.map(({ webhookId }) => webhookId),
        )
      : new Map<string, never>();
    for (const one of differing) {
      bodies.set(one.deliveryId, await madeWithAny(shape, one, selections.get(one.webhookId) ?? []));
    }
    return deliveryIds.map((id) => bodies.get(id) ?? missing('event-removed'));
  };

const missing = (missingBodyReason: MissingBodyReason): DeliveryBody => ({ body: null, missingBodyReason });

/** The body with a selection; undefined if another one was sent. */
async function madeWith(shape: ShapeEvent, parts: Parts, selection: string | null): Promise<DeliveryBody | undefined> {
  const { body } = await webhookMessageOf(parts, { webhookId: parts.webhookId, selection }, shape);
  if (parts.sha256 !== null && digestOf(body) !== parts.sha256) return undefined;
  return { body, missingBodyReason: null };
}

async function madeWithAny(
  shape: ShapeEvent,
  parts: Parts,
  selections: readonly (string | null)[],
): Promise<DeliveryBody> {
  for (const selection of new Set(selections)) {
    const body = await madeWith(shape, parts, selection);
    if (body) return body;
  }
  return missing('changed');
}
