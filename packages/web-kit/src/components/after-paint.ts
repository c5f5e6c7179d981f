/** The longest wait, in ms. In a background tab the browser requests no animation frame, so the timer runs the function instead. */
const atTheLatestMs = 200;

/** Runs a function once the browser has painted the last rendering. @returns a function that cancels the run */
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
