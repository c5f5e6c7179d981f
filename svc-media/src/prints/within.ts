/** Returns the result of the work, or undefined if it has not ended after `ms`. */
export async function within<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  const first = await Promise.race([work, late]);
  clearTimeout(timer);
  return first;
}
