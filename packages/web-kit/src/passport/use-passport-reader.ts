import { useEffect, useRef } from 'react';
import { type PassportReader, startPassportReader } from './worker-reader.ts';
import { documentOf, type TravelDocument } from './zone/document.ts';

const today = (): string => new Date().toISOString().slice(0, 10);

/** The document in lines that a person typed. */
export const typedDocument = (lines: readonly string[]): TravelDocument | undefined => documentOf(lines, today());

/**
 * The reader of this dialog. It is loaded when the first picture is there, and ends with the dialog.
 * @returns reads a picture; nothing where it shows no zone of which the number can be relied on
 */
export function usePassportReader(): (picture: ImageData, turns: 1 | 4) => Promise<TravelDocument | undefined> {
  const reader = useRef<PassportReader>(undefined);
  useEffect(
    () => () => {
      reader.current?.end();
      reader.current = undefined;
    },
    [],
  );
  return async (picture, turns) => {
    reader.current ??= startPassportReader();
    try {
      const reading = await reader.current.read(picture, turns);
      return reading && documentOf(reading.lines, today(), reading.certainty);
    } catch (error) {
      // The next picture tries a new one.
      reader.current = undefined;
      throw error;
    }
  };
}
