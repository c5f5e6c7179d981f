import type { DocumentEnvelope, FieldError } from '@portal/contract-kit';
import { canKeep, dropItem, keepItem, keptItems } from './device-store.ts';
import { keepAnswer } from './kept-answers.ts';
import { mark, tell } from './waiting-flag.ts';

const KIND = 'waiting';
const LOCK = 'portal-waiting';
/** The tag by which a browser wakes the worker when there is a network. */
export const SYNC_TAG = 'portal-waiting';

/** A form that was signed without network and waits to be sent. */
export interface Waiting {
  /** The Idempotency-Key of every try: however often it is sent, there is one document. */
  key: string;
  /** The address of the call, as `/api/declarations/v1/traveller/declaration/`. */
  url: string;
  body: object;
  language: string;
  /** Who signed it (`sub`); null for somebody who was not signed in. It is sent as nobody else. */
  owner: string | null;
  /** When, in milliseconds. */
  at: number;
  /** Whether it may have arrived already: it was sent and no answer came. */
  tried: boolean;
  /** The address of the form. */
  form: string;
  /** The address of the confirmation, without the id. */
  to: string;
  /** The path of the document, without its id, as `/api/declarations/v1/traveller/declaration`. */
  document: string;
  /** The draft that it was made of: area, name and values. */
  draft: { area: string; key: string; values: Record<string, unknown> };
  /** Refused: the portal asks for something else. Sent: its id is known. */
  state: 'waiting' | 'refused' | 'sent';
  errors?: FieldError[];
  id?: string;
}

/** Sends a call and gives the answer. It rejects where there is none. */
export type Send = (url: string, request: RequestInit & { headers: Record<string, string> }) => Promise<Response>;

/**
 * Keeps a signed form until it is sent.
 * @returns false where this browser cannot keep it
 */
export async function keepWaiting(waiting: Waiting): Promise<boolean> {
  if (!canKeep()) return false;
  try {
    await keepItem(KIND, waiting.key, waiting);
  } catch {
    return false;
  }
  mark(true);
  tell();
  const { sync } = ((await globalThis.navigator?.serviceWorker?.getRegistration()) ?? {}) as { sync?: { register(tag: string): Promise<void> } };
  await sync?.register(SYNC_TAG).catch(() => undefined);
  return true;
}

/** All that waits, the oldest first. */
export async function allWaiting(): Promise<Waiting[]> {
  if (!canKeep()) return [];
  const all = (await keptItems<Waiting>(KIND)).map(([, waiting]) => waiting);
  if (all.length === 0) mark(false);
  return all.sort((one, two) => one.at - two.at);
}

export async function dropWaiting({ key }: Pick<Waiting, 'key'>): Promise<void> {
  await dropItem(key);
  tell();
}

async function change(waiting: Waiting, more: Partial<Waiting>): Promise<void> {
  await keepItem(KIND, waiting.key, { ...waiting, ...more });
  tell();
}

/** Statuses after which the same call may succeed: no refusal of what was sent. */
const isLater = (status: number): boolean => status >= 500 || [401, 403, 408, 425, 429].includes(status);

async function sendOne(waiting: Waiting, send: Send): Promise<'sent' | 'refused' | 'later'> {
  const { url, body, language, key, document } = waiting;
  const headers = { accept: 'application/json', 'accept-language': language };
  if (!waiting.tried) await change(waiting, { tried: true });
  const answer = await send(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  const text = await answer?.text().catch(() => undefined);
  if (!answer || text === undefined || isLater(answer.status)) return 'later';
  const said = parsed(text);
  if (!answer.ok) {
    await change(waiting, { tried: true, state: 'refused', errors: said.errors ?? [] });
    return 'refused';
  }
  const { id } = (said as DocumentEnvelope<{ id: string }>).model;
  await change(waiting, { tried: true, state: 'sent', id });
  // Without its code the confirmation is of little use: the page asks again when it is opened.
  await keepConfirmation(`${document}/${encodeURIComponent(id)}`, text, (path) => send(path, { method: 'GET', headers })).catch(() => undefined);
  return 'sent';
}

function parsed(text: string): { errors?: FieldError[] } {
  try {
    return JSON.parse(text) as { errors?: FieldError[] };
  } catch {
    return {};
  }
}

/** The day of travel of a document. */
export const dayOf = (model: object): string => {
  const { arrivalDate, departureDate, travelDate } = model as Record<string, unknown>;
  return [arrivalDate, departureDate, travelDate].find((day): day is string => typeof day === 'string') ?? new Date().toISOString().slice(0, 10);
};

/**
 * Keeps a document and its code for the journey.
 * @param path of the document
 * @param envelope what the portal said of it, JSON
 */
export async function keepConfirmation(path: string, envelope: string, get: (path: string) => Promise<Response>): Promise<void> {
  const day = dayOf((JSON.parse(envelope) as { model: object }).model);
  await keepAnswer(`${path}/document`, 'application/json', new TextEncoder().encode(envelope), day);
  const code = await get(`${path}/qr?code=seal`);
  if (code.ok) await keepAnswer(`${path}/qr`, code.headers.get('content-type') ?? 'image/png', new Uint8Array(await code.arrayBuffer()), day);
}

/**
 * Sends what waits and may be sent by this caller. One page or worker does it at a time.
 * @returns whether something is still to be sent
 */
export async function sendWaiting(may: (waiting: Waiting) => boolean, send: Send): Promise<boolean> {
  const work = async (): Promise<boolean> => {
    let later = false;
    for (const waiting of await allWaiting()) if (waiting.state === 'waiting' && may(waiting)) later = (await sendOne(waiting, send)) === 'later' || later;
    return later;
  };
  // Who holds the lock sends everything; without locks the Idempotency-Key alone makes it one document.
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

/** Whether it may be sent by anybody, as nobody. */
export const isNobodys = ({ owner }: Waiting): boolean => owner === null;
