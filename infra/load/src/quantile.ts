/** Returns the value below which this share of the values lies, such as 0.95; NaN if there are no values. */
export const quantile = (values: readonly number[], share: number): number =>
  Float64Array.from(values).sort()[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number => quantile(values, 0.5);
