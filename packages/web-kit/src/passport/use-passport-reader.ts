import { useEffect, useRef } from 'react';
import { today } from '../today.ts';
import { type PassportReader, startPassportReader } from './worker-reader.ts';
import { documentOf, type TravelDocument } from './zone/document.ts';

/** Returns the document in lines that a user typed. */
export const typedDocument = (lines: readonly string[]): TravelDocument | undefined => documentOf(lines, today());

/**
 * Returns the reader of this dialog. The reader is loaded for the first picture and ends with the dialog.
 * @returns a function that reads a picture; it resolves to undefined if the picture shows no machine-readable zone
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
      // The next picture starts a new reader.
      reader.current = undefined;
      throw error;
    }
  };
}
