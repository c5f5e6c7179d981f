const written = /^(ARR|DEP|GRP)-?(\d{4})-?(\d{1,7})$/i;

/** Returns a typed reference in its full form: `arr-2026-17` becomes ARR-2026-0000017. Undefined when the text is not a reference. */
export function referenceIn(text: string): string | undefined {
  const [, code, year, number] = written.exec(text.trim().replace(/\s+/g, '')) ?? [];
  return code && year && number ? `${code.toUpperCase()}-${year}-${number.padStart(7, '0')}` : undefined;
}
