import type { DocumentEnvelope, FieldError } from '@portal/contract-kit';
import { inTime } from '../api/retry.ts';
import { today } from '../today.ts';
import { canKeep, changeItem, keepItem, keptItems } from './device-store.ts';
import { keepAnswer } from './kept-answers.ts';
import { notifyWaitingChange, setWaitingFlag } from './waiting-flag.ts';

const KIND = 'waiting';
const LOCK = 'portal-waiting';
/** The tag under which the browser wakes the service worker when there is a network (Background Sync). */
export const SYNC_TAG = 'portal-waiting';

/** A form that was signed without a network and waits to be sent. */
export interface WaitingForm {
  /** The idempotency key of every attempt: however often the form is sent, it makes only one document. */
  key: string;
  /** The address of the call, such as `/api/declarations/v1/traveller/declaration/`. */
  url: string;
  body: object;
  language: string;
  /** The person who signed the form (the `sub` claim); null for a person who was not signed in. The form is only sent as this person. */
  owner: string | null;
  /** When the form was signed, in milliseconds since the epoch. */
  at: number;
  /** Whether the form may have arrived already, because an attempt to send it got no answer. */
  tried: boolean;
  /** The address of the form. */
  form: string;
  /** The address of the confirmation page, without the id. */
  to: string;
  /** The path of the document without its id, such as `/api/declarations/v1/traveller/declaration`. */
  document: string;
  /** The draft that the form was made from: its area, key and values. */
  draft: { area: string; key: string; values: Record<string, unknown> };
  /** `waiting`: to be sent. `refused`: the portal asks for changes. `sent`: the document's id is known. */
  state: 'waiting' | 'refused' | 'sent';
  errors?: FieldError[];
  id?: string;
}

/** Sends a call and returns the answer. Rejects if there is no answer. */
export type Send = (url: string, request: RequestInit & { headers: Record<string, string> }) => Promise<Response>;

/**
 * Stores a signed form until it is sent.
 * @returns false if this browser cannot store it
 */
export async function keepWaitingForm(waiting: WaitingForm): Promise<boolean> {
  if (!canKeep()) return false;
  try {
    await keepItem(KIND, waiting.key, waiting);
  } catch {
    return false;
  }
  setWaitingFlag(true);
  notifyWaitingChange();
  const sync = await backgroundSync();
  await sync?.register(SYNC_TAG).catch(() => undefined);
  return true;
}

interface BackgroundSync {
  register(tag: string): Promise<void>;
  /** Returns the tags under which the browser will still wake the worker. */
  getTags(): Promise<string[]>;
}

/** Returns the Background Sync of this browser, if it has one. */
async function backgroundSync(): Promise<BackgroundSync | undefined> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
  return (registration as { sync?: BackgroundSync } | undefined)?.sync;
}

/** Returns the text that says when these forms are sent. The browser sends a form by itself only if it has Background Sync and nobody signed in for the form. */
export async function whenSent(unsent: readonly WaitingForm[]): Promise<'waiting.help' | 'waiting.helpOpen' | 'waiting.helpSignedIn'> {
  if (!unsent.every(isAnonymousForm)) return 'waiting.helpSignedIn';
  // A browser that does not answer does not send by itself, either.
  const tags = await backgroundSync()
    .then((sync) => sync?.getTags())
    .catch(() => undefined);
  return tags?.includes(SYNC_TAG) ? 'waiting.help' : 'waiting.helpOpen';
}

/** Returns all waiting forms, the oldest first. */
export async function allWaitingForms(): Promise<WaitingForm[]> {
  if (!canKeep()) return [];
  const all = (await keptItems<WaitingForm>(KIND)).map(([, waiting]) => waiting);
  if (all.length === 0) setWaitingFlag(false);
  return all.sort((one, two) => one.at - two.at);
}

/**
 * Deletes a form as the reader saw it.
 * @returns false if it is not deleted, because it is missing, or has been tried or answered since
 */
export async function dropWaitingForm({ key, state, tried }: Pick<WaitingForm, 'key' | 'state' | 'tried'>): Promise<boolean> {
  const dropped = await changeItem<WaitingForm>(KIND, key, (stored) => (stored.state === state && stored.tried === tried ? 'delete' : undefined));
  if (dropped) notifyWaitingChange();
  return dropped !== undefined;
}

/** Changes a form that still waits. @returns whether it does: it may have been deleted, or answered, since it was read */
async function change({ key }: WaitingForm, more: Partial<WaitingForm>): Promise<boolean> {
  const changed = await changeItem<WaitingForm>(KIND, key, (stored) => {
    if (stored.state !== 'waiting') return undefined;
    // A second attempt writes nothing, because the device may have no room left.
    return more.tried && stored.tried ? stored : { ...stored, ...more };
  });
  if (changed) notifyWaitingChange();
  return changed !== undefined;
}

/** Whether a later attempt may succeed after this status, because the content was not refused. */
const isLater = (status: number): boolean => status >= 500 || [401, 403, 408, 425, 429].includes(status);

async function sendOne(waiting: WaitingForm, send: Send): Promise<'over' | 'later'> {
  // Without a network nothing leaves the device, so the form can still be changed.
  if (navigator.onLine === false) return 'later';
  const { url, body, language, key, document } = waiting;
  const headers = { accept: 'application/json', 'accept-language': language };
  // Its reader may have deleted or changed it while the forms before it were sent.
  if (!(await change(waiting, { tried: true }))) return 'over';
  const answer = await inTime(async (signal) => {
    const response = await send(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal,
    });
    return { ok: response.ok, status: response.status, text: await response.text() };
  }).catch(() => undefined);
  if (!answer || isLater(answer.status)) return 'later';
  const { text } = answer;
  const said = parsed(text);
  if (!answer.ok) {
    await change(waiting, { state: 'refused', errors: said.errors ?? [] });
    return 'over';
  }
  const { id } = (said as DocumentEnvelope<{ id: string }>).model;
  if (!(await change(waiting, { state: 'sent', id }))) return 'over';
  // The confirmation is of little use without its QR code, so if this fails, the page loads the code when it is opened.
  const path = `${document}/${encodeURIComponent(id)}`;
  await inTime((signal) => keepConfirmation(path, text, (code) => send(code, { method: 'GET', headers, signal }))).catch(() => undefined);
  return 'over';
}

function parsed(text: string): { errors?: FieldError[] } {
  try {
    return JSON.parse(text) as { errors?: FieldError[] };
  } catch {
    return {};
  }
}

/** Returns the day of travel of a document. */
export const dayOf = (model: object): string => {
  const { arrivalDate, departureDate, travelDate } = model as Record<string, unknown>;
  return [arrivalDate, departureDate, travelDate].find((day): day is string => typeof day === 'string') ?? today();
};

/**
 * Stores a document and its QR code for the journey.
 * @param path path of the document
 * @param envelope the portal's answer with the document, as JSON
 */
export async function keepConfirmation(path: string, envelope: string, get: (path: string) => Promise<Response>): Promise<void> {
  const day = dayOf((JSON.parse(envelope) as { model: object }).model);
  await keepAnswer(`${path}/document`, 'application/json', new TextEncoder().encode(envelope), day);
  const code = await get(`${path}/qr?code=seal`);
  if (code.ok) await keepAnswer(`${path}/qr`, code.headers.get('content-type') ?? 'image/png', new Uint8Array(await code.arrayBuffer()), day);
}

/**
 * Sends the waiting forms that this caller may send. Only one page or worker sends at a time.
 * @returns whether forms are still to be sent
 */
export async function sendWaitingForms(may: (waiting: WaitingForm) => boolean, send: Send): Promise<boolean> {
  const work = async (): Promise<boolean> => {
    let later = false;
    for (const waiting of await allWaitingForms()) if (waiting.state === 'waiting' && may(waiting)) later = (await sendOne(waiting, send)) === 'later' || later;
    return later;
  };
  // The holder of the lock sends all forms. In browsers without locks only the idempotency key ensures that there is one document.
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

/** Whether any page may send the form, because its signer was not signed in. */
export const isAnonymousForm = ({ owner }: WaitingForm): boolean => owner === null;
