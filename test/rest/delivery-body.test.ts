import { beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '../support/per-file.ts';
import { makeRecords, type Records } from '../support/records.ts';
import { startRest } from './api.ts';

const rest = perFile(startRest);
let records: Records;
beforeAll(async () => {
  records = await makeRecords(rest.kernel);
});

const bodyOf = (deliveryId: string, webhookId = records.webhook) =>
  rest.send(`GET /webhooks/${webhookId}/deliveries/${deliveryId}/body`);

describe('GET …/deliveries/:deliveryId/body', () => {
  it('returns the body, or the one that would be sent before the first attempt', async () => {
    const { status, json } = await bodyOf(records.delivery);
    expect([status, json.missingBodyReason]).toEqual([200, null]);
    expect(JSON.parse(json.body)).toMatchObject({
      id: records.toldEvent,
      hookId: records.webhook,
      sequence: null,
    });
  });

  it('is 404 for a delivery of another webhook, and 422 for what cannot be an id', async () => {
    const { webhook } = await makeRecords(rest.kernel);
    expect((await bodyOf(records.delivery, webhook)).status).toBe(404);
    expect((await bodyOf('deliv_01h455vb4pex5vsknk084sn02q')).status).toBe(404);
    expect((await bodyOf('%00')).status).toBe(422);
  });
});
