import { createServer, type Server } from 'node:net';

/** A stand-in for clamd that finds every file clean. The real scanner needs its signatures, which are not in the project. */
export const clamdStandIn = (): Server =>
  createServer((socket) => {
    let data = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      data = Buffer.concat([data, chunk]);
      if (data.toString('latin1') === 'zPING\0') socket.end('PONG\0');
      // A chunk of length 0 ends the file.
      else if (data.length > 10 && data.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: OK\0');
    });
  });
