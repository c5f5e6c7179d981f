/** Draws screens as HTML before a browser does: an area's when it is built, the shell's in the gateway. Not part of any page. */
export { StaticRouter } from 'react-router-dom';
export { problemFrom } from '../api/problem.ts';
export { anyDay, anyNumber, anyPath, anyText, type Case, type DocumentScreen, listOf, oneOf } from './document-screen.ts';
export { drawDocumentScreen } from './draw-document.tsx';
export { type DrawnScreen, drawAreaScreen, drawScreen } from './draw-screen.tsx';
export { fillDocument } from './fill-document.ts';
