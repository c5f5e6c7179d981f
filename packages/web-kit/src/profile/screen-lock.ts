/**
 * The device's screen lock as a source of a key: a passkey whose PRF extension returns 32 secret bytes for a salt, after the fingerprint, the face or the PIN
 * of the device (https://www.w3.org/TR/webauthn-3/#prf-extension). The passkey signs nobody in: no server knows it.
 */
export interface ScreenLock {
  /** The id of the passkey in base64. */
  credential: string;
  /** The salt in base64. */
  salt: string;
}

/** Encodes bytes as base64. */
export const toText = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
/** Decodes base64. @throws DOMException if the text is not base64 */
export const toBytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const random = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(32));

/** Whether this device has a screen lock that can provide a key. */
export async function isLockPossible(): Promise<boolean> {
  try {
    const { PublicKeyCredential: kind } = globalThis;
    const able = await kind?.getClientCapabilities?.();
    return able?.['extension:prf'] === true && (await kind.isUserVerifyingPlatformAuthenticatorAvailable());
  } catch {
    return false;
  }
}

type Answer = { prf?: { enabled?: boolean; results?: { first?: ArrayBuffer } } };

const secretIn = (credential: Credential | null): Uint8Array<ArrayBuffer> | undefined => {
  const { prf } = ((credential as PublicKeyCredential | null)?.getClientExtensionResults() ?? {}) as Answer;
  return prf?.results?.first && new Uint8Array(prf.results.first);
};

/**
 * Asks the user to open the lock, and creates a new passkey.
 * @param name the name that the device shows for the passkey
 * @throws DOMException if the user refuses, Error if the lock provides no key
 */
export async function newLock(name: string): Promise<{ lock: ScreenLock; secret: Uint8Array<ArrayBuffer> }> {
  const salt = random();
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: random(),
      rp: { name: location.hostname },
      user: { id: random(), name, displayName: name },
      pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { authenticatorAttachment: 'platform', userVerification: 'required', residentKey: 'discouraged' },
      extensions: { prf: { eval: { first: salt } } },
    },
  });
  const lock = { credential: toText(new Uint8Array((credential as PublicKeyCredential).rawId)), salt: toText(salt) };
  // Some locks provide their secret only when they are opened again.
  return { lock, secret: secretIn(credential) ?? (await lockSecret(lock)) };
}

/** Asks the user to open the lock, and returns its secret. @throws DOMException if the user refuses, Error if the lock provides no key */
export async function lockSecret({ credential, salt }: ScreenLock): Promise<Uint8Array<ArrayBuffer>> {
  const opened = await navigator.credentials.get({
    publicKey: {
      challenge: random(),
      allowCredentials: [{ type: 'public-key', id: toBytes(credential) }],
      userVerification: 'required',
      extensions: { prf: { eval: { first: toBytes(salt) } } },
    },
  });
  const secret = secretIn(opened);
  if (!secret) throw new Error('This screen lock gives no key');
  return secret;
}
