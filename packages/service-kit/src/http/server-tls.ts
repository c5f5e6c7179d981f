/** TLS for a server whose certificate may be replaced while it runs. */
import { X509Certificate } from 'node:crypto';
import { createSecureContext, type Server, type TlsOptions } from 'node:tls';
import { WatchedFiles } from '../settings/watched-files.ts';

const lookMs = 5_000;

export interface CertificateFiles {
  tlsCertFile?: string;
  tlsKeyFile?: string;
}

export interface ServerTls {
  /** Options with which the server is created. */
  options: TlsOptions;
  /** Gives the server its next certificate when the files change, until the server is closed. Open connections keep the previous certificate. */
  renew(server: object): void;
  /** Returns when the certificate ends that new connections get. */
  ends(): Date;
}

/** The options of a server, and the certificate in them. */
interface CertificateInForce {
  options: TlsOptions;
  ends: Date;
}

/** Reads the certificate. @returns undefined where the settings name no certificate @throws Error where the files cannot be read, or do not belong together */
export function serverTls({ tlsCertFile, tlsKeyFile }: CertificateFiles): ServerTls | undefined {
  if (!tlsCertFile || !tlsKeyFile) return undefined;
  const files = new WatchedFiles([tlsCertFile, tlsKeyFile], (cert, key): CertificateInForce => {
    // Throws where only one of the two files has been replaced so far.
    createSecureContext({ cert, key });
    return { options: { cert, key, minVersion: 'TLSv1.2' }, ends: new Date(new X509Certificate(cert).validTo) };
  });
  return {
    options: files.get().options,
    ends: () => files.get().ends,
    renew(given) {
      const server = given as Server;
      let current = files.get();
      const timer = setInterval(() => {
        const next = files.get();
        if (next === current) return;
        current = next;
        server.setSecureContext(next.options);
      }, lookMs).unref();
      server.once('close', () => clearInterval(timer));
    },
  };
}
