/** TLS of a server with a certificate that is replaced while it runs. */
import { createSecureContext, type Server, type TlsOptions } from 'node:tls';
import { WatchedFiles } from '../settings/watched-files.ts';

const lookMs = 5_000;

export interface CertificateFiles {
  tlsCertFile?: string;
  tlsKeyFile?: string;
}

export interface ServerTls {
  /** For the creation of the server. */
  options: TlsOptions;
  /** Gives the server its next certificate when the files change, until it is closed. Open connections keep the one before. */
  renew(server: object): void;
}

/** @returns undefined where no certificate is named @throws Error where the files cannot be read, or do not belong together */
export function serverTls({ tlsCertFile, tlsKeyFile }: CertificateFiles): ServerTls | undefined {
  if (!tlsCertFile || !tlsKeyFile) return undefined;
  const files = new WatchedFiles([tlsCertFile, tlsKeyFile], (cert, key): TlsOptions => {
    // Fails where only one of the two has been replaced so far.
    createSecureContext({ cert, key });
    return { cert, key, minVersion: 'TLSv1.2' };
  });
  return {
    options: files.get(),
    renew(given) {
      const server = given as Server;
      let current = files.get();
      const timer = setInterval(() => {
        const next = files.get();
        if (next === current) return;
        current = next;
        server.setSecureContext(next);
      }, lookMs).unref();
      server.once('close', () => clearInterval(timer));
    },
  };
}
