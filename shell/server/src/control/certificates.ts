import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { dateTime } from '@portal/service-kit';

/** The TLS certificate of a server. */
export interface CertificateState {
  /** What the certificate is used for: the portal, the sign-in, or the store of the remotes. */
  of: 'portal' | 'sign-in' | 'remotes';
  host: string;
  /** Expiry time in the form of all responses (UTC); null when the server presents no certificate. */
  ends: string | null;
  /** Whether this machine trusts the certificate. */
  trusted: boolean;
}

const LONGEST_MS = 3_000;

/** Reads the certificate of a server, even when it is not trusted, because an expired certificate must be reported too. */
function certificateOf(of: CertificateState['of'], address: URL): Promise<CertificateState> {
  const { hostname, port } = address;
  return new Promise((resolve) => {
    const nothing: CertificateState = { of, host: hostname, ends: null, trusted: false };
    const socket = connect(
      { host: hostname, port: Number(port) || 443, ...(isIP(hostname) ? {} : { servername: hostname }), rejectUnauthorized: false, timeout: LONGEST_MS },
      () => {
        const { valid_to: ends } = socket.getPeerCertificate();
        const day = ends ? new Date(ends) : undefined;
        resolve(day && !Number.isNaN(day.getTime()) ? { of, host: hostname, ends: dateTime(day), trusted: socket.authorized } : nothing);
        socket.destroy();
      },
    );
    const fail = (): void => {
      resolve(nothing);
      socket.destroy();
    };
    socket.once('error', fail).once('timeout', fail);
  });
}

/** Reads the certificates of these addresses. Addresses without TLS are skipped. */
export const certificatesOf = (addresses: [CertificateState['of'], string | undefined][]): Promise<CertificateState[]> =>
  Promise.all(
    addresses.flatMap(([of, address]) => {
      const url = address && URL.canParse(address) ? new URL(address) : undefined;
      return url?.protocol === 'https:' ? [certificateOf(of, url)] : [];
    }),
  );
