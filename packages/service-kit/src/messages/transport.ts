/** The interface through which a message leaves the service, whatever its channel. */
import type { Letter } from './letter.ts';

/** A message that is ready to be handed over. */
export interface OutgoingMessage {
  /** The same at each attempt. Servers and mailboxes use it to recognise a message that they have already. */
  id: string;
  to: string;
  letter: Letter;
}

/** Sends messages over one channel. */
export interface Transport {
  /**
   * Sends a message, and returns when the server has accepted it.
   * @throws NotTaken
   */
  send(message: OutgoingMessage): Promise<void>;
  close(): void;
}

/** Why a message was not accepted. `refused`: it never will be. `later`: it may be accepted later. `down`: the server accepts no messages at the moment. */
export class DeliveryError extends Error {
  constructor(
    readonly how: 'refused' | 'later' | 'down',
    reason: string,
  ) {
    super(reason);
  }
}

const hideName = (address: string): string => {
  const [name = '', domain] = address.split('@');
  return domain ? `${name.slice(0, 1)}…@${domain.slice(0, 1)}…` : `…${address.slice(-2)}`;
};

/** Masks an address: `ana@example.com` becomes `a…@e…`, and `77012345` becomes `…45`. Its owner recognises it, and others cannot guess it. */
export const hiddenAddress = hideName;

/** Returns what a server answered, with the addresses in it masked. */
export const withoutAddresses = (text: string): string =>
  text
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, hideName)
    .replace(/\+?\d[\d\s-]{6,}\d/g, hideName)
    .replace(/\s+/g, ' ')
    .slice(0, 300);
