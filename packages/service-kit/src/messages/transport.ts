/** How a message leaves the service, whatever the way. */
import type { Letter } from './letter.ts';

/** A message that is ready to be handed over. */
export interface OutgoingMessage {
  /** The same at each attempt: servers and mailboxes recognise by it what they have already. */
  id: string;
  to: string;
  letter: Letter;
}

/** Hands messages over. */
export interface Transport {
  /**
   * Returns when the server has taken the message.
   * @throws NotTaken
   */
  send(message: OutgoingMessage): Promise<void>;
  close(): void;
}

/**
 * Why a message was not taken. `refused`: this message will never be. `later`: this message may be, later. `down`: the server takes none just now.
 */
export class NotTaken extends Error {
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

/** `ana@example.com` as `a…@e…`, `77012345` as `…45`: its owner recognises it, and others cannot guess it. */
export const hiddenAddress = hideName;

/** What a server said, without the addresses in it. */
export const withoutAddresses = (text: string): string =>
  text
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, hideName)
    .replace(/\+?\d[\d\s-]{6,}\d/g, hideName)
    .replace(/\s+/g, ' ')
    .slice(0, 300);
