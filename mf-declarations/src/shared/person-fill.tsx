import { foldIdentifier, foldName } from '@portal/contract-kit';
import { ConfirmDialog } from '@portal/web-kit';
import type { FieldValues, UseFormReturn } from '@portal/web-kit/forms';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { shared } from './texts.ts';

type Details = Record<string, unknown>;

const comparisons: Record<string, (text: string) => string> = {
  travellerCode: foldIdentifier,
  birthDate: (day) => day,
  firstName: foldName,
  lastName: foldName,
};

/** Whether a form holds another person, or another passport of the same person, than the details. What one of them does not have is not compared. */
export const isOtherPerson = (values: Details, details: Details): boolean =>
  Object.entries(comparisons).some(([name, fold]) => {
    const [now, given] = [values[name], details[name]];
    return typeof now === 'string' && now !== '' && typeof given === 'string' && given !== '' && fold(now) !== fold(given);
  });

export interface PersonFill {
  /**
   * Fills in the form with the details of a person.
   * @param put puts the details into the blank fields of the form
   * @returns whether the form is filled in; false if the reader keeps its answers
   */
  fill(details: Details, put: () => void): Promise<boolean>;
  /** The question whether the answers of another person may be replaced, while it is asked. */
  question: ReactNode;
}

/**
 * Fills a form in with the details of one person. A form that holds another person is emptied before, once the reader agrees: two persons are never mixed.
 * @param ready whether the draft has been read. Until then it is not known whom the form holds, and the filling waits.
 */
export function usePersonFill<Values extends FieldValues>(form: UseFormReturn<Values>, ready: boolean, startAgain: () => void): PersonFill {
  const isReady = useRef(ready);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    isReady.current = ready;
    if (ready) for (const goOn of waiting.current.splice(0)) goOn();
  }, [ready]);
  const [asked, setAsked] = useState<{ answer(replace: boolean): void }>();
  const fill = useCallback(
    async (details: Details, put: () => void) => {
      if (!isReady.current) await new Promise<void>((goOn) => waiting.current.push(goOn));
      const isOther = isOtherPerson(form.getValues(), details);
      const agreed = !isOther || (await new Promise<boolean>((answer) => setAsked({ answer })));
      if (agreed) put();
      return agreed;
    },
    [form],
  );
  const answer = (replace: boolean) => {
    setAsked(undefined);
    if (replace) startAgain();
    asked?.answer(replace);
  };
  const question = asked ? (
    <ConfirmDialog
      open
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
      title={shared.otherPerson}
      confirmLabel={shared.replace}
      variant="warning"
    />
  ) : null;
  return { fill, question };
}
