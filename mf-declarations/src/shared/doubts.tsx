import { type ContractClass, fieldAt, formWords, valueAt } from '@portal/contract-kit';
import { Button, Card, useText } from '@portal/web-kit';
import { focusField, useWatch } from '@portal/web-kit/forms';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Doubt, TopicOf } from 'svc-declarations/contract';
import type { QuestionSets } from './asked-rows.ts';
import { shared } from './texts.ts';

/** A doubtful answer of the first person, or of a person who was added. */
export interface AskedDoubt extends Doubt {
  /** Number of the person; the first person who was added has the number 2. */
  person?: number;
  name?: string;
}

const boxId = 'doubts';
const signOf = (doubts: readonly AskedDoubt[]): string => doubts.map(({ id, text }) => `${id}: ${text.en}`).join('\n');

/** Returns a function that gives the topic of a published question. */
export const topicsOf =
  (sets: QuestionSets): TopicOf =>
  (question) =>
    sets.questions?.find(({ id }) => id === question)?.about;

export interface Doubts {
  find(): AskedDoubt[];
  /** Returns whether the user has confirmed that these doubtful answers are right. */
  isRight(doubts: readonly AskedDoubt[]): boolean;
  confirm(doubts: readonly AskedDoubt[]): void;
  /**
   * Called before the form is sent. Moves the focus to the doubts that are still open, once for the same doubts. @returns true if it has asked now, so that the
   * form must not be sent yet
   */
  ask(): boolean;
}

/** Asks the user about answers that contradict one another, before they are signed. @param find returns the doubts about the current answers */
export function useDoubts(find: () => AskedDoubt[]): Doubts {
  const [right, setRight] = useState('');
  const asked = useRef('');
  return {
    find,
    isRight: (doubts) => signOf(doubts) === right,
    confirm: (doubts) => setRight(signOf(doubts)),
    ask() {
      const sign = signOf(find());
      if (sign === '' || sign === right || sign === asked.current) return false;
      asked.current = sign;
      const box = document.getElementById(boxId);
      box?.scrollIntoView({ block: 'start' });
      box?.focus({ preventScroll: true });
      return box !== null;
    },
  };
}

interface DoubtsPanelProps {
  of: Doubts;
  contract: ContractClass;
  /** Opens an answer that is not on this page. */
  goTo?(field: string): void;
  /** Opens the page of a person who was added. */
  open?(person: number, field?: string): void;
}

/** Panel with the doubts: each one has links to the answers that it is about, and a button confirms that all of them are right. */
export function DoubtsPanel({ of, contract, goTo, open }: DoubtsPanelProps) {
  const text = useText();
  // Deferred, so that the page reacts to typing before it looks for doubts.
  const model: unknown = useDeferredValue(useWatch());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers decide, and the way to find doubts in them is new with each drawing
  const doubts = useMemo(() => of.find(), [model]);
  if (doubts.length === 0) return null;
  if (of.isRight(doubts))
    return (
      <p className="govuk-body" id={boxId} tabIndex={-1} role="status">
        {text(shared.saidRight)}
      </p>
    );
  const wordsOf = (field: string): string => {
    const question = valueAt(model, field) as { description?: string } | undefined;
    return (typeof question === 'object' && question?.description) || text(fieldAt(contract, field)?.label ?? field);
  };
  const change = (person: number | undefined, field: string) => {
    if (person) open?.(person, field);
    else if (!focusField(field)) goTo?.(field);
  };
  return (
    <Card title={formWords.areTheseRight}>
      <div className="portal-doubts" id={boxId} tabIndex={-1}>
        <ul className="govuk-list govuk-list--bullet">
          {doubts.map(({ id, text: words, fields, person, name }) => (
            <li key={id}>
              {name ? <strong>{name}: </strong> : null}
              {text(words)}
              <ul className="govuk-list">
                {[...new Set(fields)].map((field) => (
                  <li key={field}>
                    <button type="button" className="portal-link-button" onClick={() => change(person, field)}>
                      {text(shared.change)}: {person ? text(fieldAt(contract, field)?.label ?? shared.answer) : wordsOf(field)}
                    </button>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        <Button
          variant="secondary"
          onClick={() => {
            of.confirm(doubts);
            setTimeout(() => document.getElementById(boxId)?.focus());
          }}
        >
          {text(formWords.theseAreRight)}
        </Button>
      </div>
    </Card>
  );
}
