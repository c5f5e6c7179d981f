import { createServer } from 'node:net';

/** Checks that a port is free. @param wanted 0 for any free port @returns the port @throws Error that says why the port cannot be used */
export async function claimPort(wanted: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? 'is in use by another program'
          : error.code === 'EACCES'
            ? 'is not allowed for this user'
            : `cannot be used (${error.code})`;
      reject(new Error(`Port ${wanted} ${reason}. Choose another one: PORT=${wanted + 1} npm start`));
    });
    probe.listen(wanted, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : wanted));
    });
  });
}
