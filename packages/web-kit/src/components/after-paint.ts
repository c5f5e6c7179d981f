/** A frame of a page in the background never comes. */
const atTheLatestMs = 200;

/** Calls a function when what was drawn last is on the screen. @returns what takes it back */
export function afterPaint(run: () => void): () => void {
  let timer = setTimeout(run, atTheLatestMs);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
