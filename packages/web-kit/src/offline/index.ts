/** Access to what is stored on the device, for the service worker and for parts of the shell that are lazy-loaded. */
export { keptAnswer, sweepAnswers } from './kept-answers.ts';
export { sendAsNobody } from './sender.ts';
export { waitingTexts } from './texts.ts';
export { allWaiting, isNobodys, SYNC_TAG, sendWaiting, type Waiting } from './waiting.ts';
