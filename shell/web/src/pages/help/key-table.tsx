import { lazyPart } from '@portal/web-kit';

/** Table of the keyboard shortcuts as they are set on this device. */
export const KeyTable = lazyPart(() => import('@portal/web-kit/staff').then(({ KeyList }) => ({ default: KeyList })));
