import { type KeyObject, sign, verify } from 'node:crypto';
import { publicKeyOf, publicKeyText } from './signing.ts';

/** An artefact that a statement describes: a file or an image, identified by its digest in hexadecimal digits. */
export interface Subject {
  name: string;
  digest: Record<string, string>;
}

/** An input of a build. */
export interface Material {
  name?: string;
  uri?: string;
  digest: Record<string, string>;
}

/** An in-toto statement with SLSA provenance (https://slsa.dev/spec/v1.1/provenance): what was built, from what, and by whom. */
export interface Statement {
  _type: 'https://in-toto.io/Statement/v1';
  subject: Subject[];
  predicateType: 'https://slsa.dev/provenance/v1';
  predicate: {
    buildDefinition: { buildType: string; externalParameters: Record<string, unknown>; resolvedDependencies: Material[] };
    runDetails: { builder: { id: string; version?: Record<string, string> }; metadata: { finishedOn: string } };
  };
}

/** A signed statement in a DSSE envelope (https://github.com/secure-systems-lab/dsse). */
export interface Envelope {
  payloadType: string;
  /** The statement as JSON, in base64. */
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

const payloadType = 'application/vnd.in-toto+json';

/** Returns the bytes that are signed: the payload type and the payload, each preceded by its length. */
const signedBytes = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `), payload]);

/** The facts about a build from which its provenance statement is made. */
export interface Provenance {
  subject: Subject[];
  buildType: string;
  parameters: Record<string, unknown>;
  materials: Material[];
  /** Address or URN of the system that built it. */
  builder: string;
  versions?: Record<string, string>;
  /** When the build ended, ISO 8601. */
  finishedOn: string;
}

/** Builds the in-toto statement of a build's provenance. */
export const statementOf = ({ subject, buildType, parameters, materials, builder, versions, finishedOn }: Provenance): Statement => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject,
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: { buildType, externalParameters: parameters, resolvedDependencies: materials },
    runDetails: { builder: { id: builder, ...(versions ? { version: versions } : {}) }, metadata: { finishedOn } },
  },
});

/** Signs a statement. @param privateKey an Ed25519 key */
export function attest(statement: Statement, privateKey: KeyObject): Envelope {
  const payload = Buffer.from(JSON.stringify(statement));
  const sig = sign(null, signedBytes(payload), privateKey).toString('base64');
  return { payloadType, payload: payload.toString('base64'), signatures: [{ keyid: publicKeyText(privateKey), sig }] };
}

/**
 * Reads a signed statement and checks its signature.
 * @param text text that is expected to be an envelope; any other text is accepted and yields undefined
 * @param keys public keys in the form of `publicKeyText`
 * @returns the statement; undefined when none of the keys has signed it
 */
export function attested(text: string | undefined, keys: string[]): Statement | undefined {
  try {
    const envelope = JSON.parse(text ?? '') as Envelope;
    if (envelope.payloadType !== payloadType) return undefined;
    const payload = Buffer.from(envelope.payload, 'base64');
    const bytes = signedBytes(payload);
    const isSigned = envelope.signatures.some(({ sig }) => keys.some((key) => verify(null, bytes, publicKeyOf(key), Buffer.from(sig, 'base64'))));
    return isSigned ? (JSON.parse(payload.toString('utf8')) as Statement) : undefined;
  } catch {
    return undefined;
  }
}
