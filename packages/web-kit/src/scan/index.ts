import { addTexts, KIT } from '../language/i18n.ts';
import { texts } from './texts.ts';

addTexts(KIT, texts);

export { ScanScreen } from './scan-screen.tsx';
export type { TokenCheck } from './token-check.ts';
export { Verdict } from './verdict.tsx';
export { tokenIn, verifyToken } from './verify-token.ts';
