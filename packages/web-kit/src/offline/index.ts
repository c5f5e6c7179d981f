/** What stays on the device, for the worker behind the pages and for parts of the shell that are loaded when they are needed. */
export { keptAnswer, sweepAnswers } from './kept-answers.ts';
export { sendAsNobody } from './sender.ts';
export { waitingTexts } from './texts.ts';
export { allWaiting, isNobodys, SYNC_TAG, sendWaiting, type Waiting } from './waiting.ts';
