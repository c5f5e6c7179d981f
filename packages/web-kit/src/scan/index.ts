import { addTexts, KIT } from '../language/i18n.ts';
import { texts } from './texts.ts';

addTexts(KIT, texts);

export { keysSince } from './keys.ts';
export { QrScanner } from './qr-scanner.tsx';
export { ScanScreen } from './scan-screen.tsx';
export type { TokenCheck } from './token-check.ts';
export { Verdict } from './verdict.tsx';
export { isOfPerson } from './verify-seal.ts';
export { tokenIn, verifyToken } from './verify-token.ts';
