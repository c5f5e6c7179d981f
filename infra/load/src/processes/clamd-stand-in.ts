import { createServer, type Server } from 'node:net';

/** Creates a stand-in for clamd that reports every file as clean. The real scanner needs virus signatures, which are not in the project. */
export const clamdStandIn = (): Server =>
  createServer((socket) => {
    let data = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      data = Buffer.concat([data, chunk]);
      if (data.toString('latin1') === 'zPING\0') socket.end('PONG\0');
      // A chunk of length 0 marks the end of the file.
      else if (data.length > 10 && data.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: OK\0');
    });
  });
