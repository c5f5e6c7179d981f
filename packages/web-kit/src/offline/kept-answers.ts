import { canKeep, dropItem, keepItem, keptItem, keptItems } from './device-store.ts';

const KIND = 'answer';
/** The number of days after the day of travel for which a confirmation is stored. */
const DAYS_AFTER = 3;

interface KeptAnswer {
  type: string;
  /** The body in base64. */
  body: string;
  /** The day of travel (`2026-11-23`), or the day on which the answer was stored if the day of travel is unknown. */
  day: string;
}

/** Returns the id of an answer: a digest, because the path of a document gives access to it. */
async function idOf(path: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(path));
  return `answer:${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

const toText = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const toBytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Stores the portal's answer at this path, such as a declaration or its QR code. It is encrypted and kept until some days after the journey. */
export async function keepAnswer(path: string, type: string, body: Uint8Array, day: string): Promise<void> {
  if (canKeep()) await keepItem(KIND, await idOf(path), { type, body: toText(body), day } satisfies KeptAnswer);
}

/** Returns the stored answer at this path. A document is marked as a copy that was kept (`LoadedDocument`). */
export async function keptAnswer(path: string): Promise<Response | undefined> {
  const kept = canKeep() ? await keptItem<KeptAnswer>(KIND, await idOf(path)) : undefined;
  if (!kept) return undefined;
  const bytes = toBytes(kept.body);
  const body = kept.type === 'application/json' ? JSON.stringify({ ...JSON.parse(new TextDecoder().decode(bytes)), kept: true }) : bytes;
  return new Response(body, { headers: { 'content-type': kept.type, 'cache-control': 'no-store' } });
}

/** Deletes answers that are past their time. @param now the time by the portal's clock, because the device's clock may be wrong */
export async function sweepAnswers(now: Date): Promise<void> {
  if (!canKeep()) return;
  const before = new Date(now.getTime() - DAYS_AFTER * 86_400_000).toISOString().slice(0, 10);
  for (const [id, { day }] of await keptItems<KeptAnswer>(KIND)) if (day < before) await dropItem(id);
}
