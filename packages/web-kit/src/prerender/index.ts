/** Renders screens as HTML outside the browser: an area's screens at build time, the shell's screens in the gateway. Not part of any page's script. */
export { StaticRouter } from 'react-router-dom';
export { problemFrom } from '../api/problem.ts';
export { anyDay, anyNumber, anyPath, anyText, type DocumentScreen, listOf, oneOf, type ScreenCase } from './document-screen.ts';
export { drawDocumentScreen } from './draw-document.tsx';
export { type DrawnScreen, drawAreaScreen, drawScreen } from './draw-screen.tsx';
export { fillDocument } from './fill-document.ts';
