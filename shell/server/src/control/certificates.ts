import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { dateTime } from '@portal/service-kit';

/** The certificate that a server shows. */
export interface CertificateState {
  /** What it is for: the portal, the sign-in, the store of the remotes. */
  of: 'portal' | 'sign-in' | 'remotes';
  host: string;
  /** Its end, as all answers have a time (UTC); null where the server shows none. */
  ends: string | null;
  /** Whether browsers of this machine would believe it. */
  trusted: boolean;
}

const LONGEST_MS = 3_000;

/** Reads the certificate of a server, whether it is trusted or not: the one that has ended is the one to be told of. */
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

/** The certificates of these addresses; those without TLS have none. */
export const certificatesOf = (addresses: [CertificateState['of'], string | undefined][]): Promise<CertificateState[]> =>
  Promise.all(
    addresses.flatMap(([of, address]) => {
      const url = address && URL.canParse(address) ? new URL(address) : undefined;
      return url?.protocol === 'https:' ? [certificateOf(of, url)] : [];
    }),
  );
