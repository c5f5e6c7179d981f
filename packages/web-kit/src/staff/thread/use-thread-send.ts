import type { DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import { useState } from 'react';
import { useApi } from '../../api/api.ts';
import { performAction } from '../../api/documents.ts';
import { asProblem } from '../../api/problem.ts';
import { problemErrors } from '../../components/page-error.ts';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import type { DocumentWithThread } from './document-with-thread.ts';

/** What the forms of a thread are given. */
export interface ThreadFormProps<Model extends DocumentWithThread> {
  model: Model;
  action: OfferedAction;
  /** Called when the message is about to be sent. */
  onSend(): void;
  onDone(answer: DocumentEnvelope<Model>): void;
  /** Called when somebody else has changed the document since it was loaded; the message says so. */
  onChanged(message: string): void;
}

interface ThreadMessage {
  /** Returns the words, and the input that is sent beside them. */
  read(): { words: string; more: object };
  /** The text that asks for words when there are none. */
  empty: string;
  focus(): void;
  draft: { clear(): void };
  /** Called when the message is refused, after the reason is shown. */
  onRefused?(): void;
}

/** Sends a message of a thread, and holds what is wrong with it. */
export function useThreadSend<Model extends DocumentWithThread>(
  { model, action, onSend, onDone, onChanged }: ThreadFormProps<Model>,
  { read, empty, focus, draft, onRefused }: ThreadMessage,
) {
  const text = useKitText();
  const { language } = useLanguage();
  const api = useApi();
  const [fault, setFault] = useState('');
  const send = async () => {
    onSend();
    const { words, more } = read();
    if (!words.trim()) {
      setFault(empty);
      focus();
      return;
    }
    try {
      const answer = await performAction<Model>(api, action, { version: model.version, comment: words.trim(), ...more });
      draft.clear();
      onDone(answer);
    } catch (error) {
      const problem = asProblem(error);
      const message = problemErrors(problem, language)[0]?.message ?? text('errors.heading');
      if (problem.status === 409) return onChanged(message);
      setFault(message);
      onRefused?.();
    }
  };
  return { send, fault, clearFault: () => setFault('') };
}
