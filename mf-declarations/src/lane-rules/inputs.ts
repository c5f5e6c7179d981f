import type { Bilingual } from '@portal/contract-kit';
import { eq, recordName, useCatalogue, useLanguage, useText } from '@portal/web-kit';
import { laneInputs, watchListOf } from 'svc-declarations/contract';
import { useWatchLists } from './lane-rules.api.ts';
import { t } from './texts.ts';

/** An input that conditions can test. */
export interface InputChoice {
  value: string;
  name: string;
}

const answer = /^(questions|declarations)\.(.+)$/;
const ofArrivals = [eq('documentCode', 'ARR')];

/** Returns a function that gives the name of an input in the reader's language. */
export function useInputName(): (input: string) => string {
  const text = useText();
  const { language } = useLanguage();
  const questions = useCatalogue('questions', { criteria: ofArrivals });
  const declarations = useCatalogue('declarations', { criteria: ofArrivals });
  return (input) => {
    if (Object.hasOwn(laneInputs, input)) return text((laneInputs[input] as { label: Bilingual }).label);
    const list = watchListOf(input);
    if (list) return text(t.watchListColumn(list));
    const [, rows, id] = answer.exec(input) ?? [];
    const record = (rows === 'questions' ? questions : declarations).records.find(({ code }) => code === id);
    return record ? text(t.question(recordName(record, language))) : input;
  };
}

/** Returns all inputs that a new column can test, in groups. */
export function useInputChoices(): { title: Bilingual; choices: InputChoice[] }[] {
  const nameOf = useInputName();
  const questions = useCatalogue('questions', { criteria: ofArrivals });
  const declarations = useCatalogue('declarations', { criteria: ofArrivals });
  const lists = useWatchLists();
  const choice = (value: string): InputChoice => ({ value, name: nameOf(value) });
  return [
    { title: t.fields, choices: Object.keys(laneInputs).map(choice) },
    {
      title: t.questions,
      choices: [...questions.records.map(({ code }) => choice(`questions.${code}`)), ...declarations.records.map(({ code }) => choice(`declarations.${code}`))],
    },
    { title: t.watchLists, choices: (lists.data ?? []).map(({ code }) => choice(`watchList.${code}`)) },
  ].filter(({ choices }) => choices.length > 0);
}
