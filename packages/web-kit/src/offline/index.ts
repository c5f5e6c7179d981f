/** Access to what is stored on the device, for the service worker and for parts of the shell that are lazy-loaded. */
export { keptAnswer, sweepAnswers } from './kept-answers.ts';
export { sendAnonymously } from './sender.ts';
export { waitingTexts } from './texts.ts';
export { allWaitingForms, isAnonymousForm, SYNC_TAG, sendWaitingForms, type WaitingForm } from './waiting.ts';
