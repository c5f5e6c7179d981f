import { addTexts, KIT } from '../language/i18n.ts';
import { texts } from './texts.ts';

addTexts(KIT, texts);

export { KEYS_URL, rememberKeys } from './keys.ts';
export { QrScanner } from './qr-scanner.tsx';
export { ScanScreen, type ScanScreenProps } from './scan-screen.tsx';
export { Verdict, type VerdictTone } from './verdict.tsx';
export { type CheckFailure, type TokenCheck, tokenIn, verifyToken } from './verify-token.ts';
