/** Short messages through an HTTP adapter of the country's operator. */
import { fetchTraced } from '../observe/tracing.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { senderOf } from './mail-transport.ts';
import { shortTextOf } from './render-letter.ts';
import { DeliveryError, type OutgoingMessage, type Transport } from './transport.ts';

const answerMs = 20_000;

/**
 * Sends `{ id, to, text }` as JSON to SMS_URL, with the id as Idempotency-Key. 2xx means that the message was accepted, 4xx (except 408, 409, 425 and 429) that
 * it never will be, and every other answer that it may be accepted later.
 */
export function smsTransport(settings: ServiceSettings): Transport {
  const { smsUrl = '', smsToken } = settings;
  const sender = senderOf(settings);
  return {
    async send({ id, to, letter }: OutgoingMessage): Promise<void> {
      const headers = { 'content-type': 'application/json', 'idempotency-key': id, ...(smsToken ? { authorization: `Bearer ${smsToken}` } : {}) };
      let response: Response;
      try {
        const body = JSON.stringify({ id, to, text: shortTextOf(letter, sender) });
        response = await fetchTraced('short message', smsUrl, { method: 'POST', headers, body, signal: AbortSignal.timeout(answerMs) });
      } catch (error) {
        throw new DeliveryError('down', (error as Error).message);
      }
      const { status } = response;
      const said = response.ok ? '' : `${status} ${(await response.text().catch(() => '')).slice(0, 200)}`;
      if (response.ok) return void (await response.body?.cancel());
      if (status === 401 || status === 403 || status >= 500) throw new DeliveryError('down', said);
      throw new DeliveryError([408, 409, 425, 429].includes(status) ? 'later' : 'refused', said);
    },
    close: () => undefined,
  };
}
