/** A name server for a network without a connection to the outside. */
import { createSocket } from 'node:dgram';

const headerBytes = 12;

/**
 * Returns the answer that a name does not exist (NXDOMAIN, RFC 1035). A name server of a real network gives it for the name of a container that is down, which
 * Docker then asks of it. Without an answer, each lookup would take seconds.
 * @returns undefined for a message that is not a question
 */
export function noSuchName(query: Buffer): Buffer | undefined {
  let end = headerBytes;
  while (query[end]) end += (query[end] as number) + 1;
  // The question ends with a zero byte, and its type and class of two bytes each.
  end += 5;
  if (end > query.length || query.readUInt16BE(4) !== 1) return undefined;
  const answer = Buffer.from(query.subarray(0, end));
  // A response (0x80), the bit "recursion desired" as it was asked, "recursion available" (0x80), and the code 3: there is no such name.
  answer[2] = 0x80 | ((query[2] as number) & 0x01);
  answer[3] = 0x83;
  // One question, and no records.
  answer.fill(0, 6, headerBytes);
  return answer;
}

/** Starts the name server. @returns a function that stops it */
export async function startNameServer(address: string): Promise<() => void> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address: asker }) => {
    const answer = noSuchName(query);
    if (answer) socket.send(answer, port, asker);
  });
  await new Promise<void>((done, fail) => socket.once('error', fail).bind(53, address, done));
  return () => void socket.close();
}
