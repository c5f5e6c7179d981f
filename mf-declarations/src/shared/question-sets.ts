import type { ListResult } from '@portal/contract-kit';
import { type Api, type ApiProblem, asProblem, demanded, useApi, useLanguage, useQuery } from '@portal/web-kit';
import type { FieldValues, UseFormReturn } from '@portal/web-kit/forms';
import { useEffect } from 'react';
import { ARRIVAL_CODE, DEPARTURE_CODE, type QuestionRecord } from 'svc-declarations/contract';
import { askedRows, type QuestionSets, type Row } from './asked-rows.ts';

type Kind = 'traveller' | 'departure';

/**
 * Loads the published questions of a new declaration. With an id it loads those of the day on which that declaration was registered. @param set another list of
 * questions, such as `declarations`
 */
export function loadQuestions(api: Api, kind: Kind, set?: string, signal?: AbortSignal, id?: string): Promise<ListResult<QuestionRecord>> {
  const code = kind === 'traveller' ? ARRIVAL_CODE : DEPARTURE_CODE;
  return api.get<ListResult<QuestionRecord>>(`/v1/${kind}/declaration/${id ?? code}/searchDeclaration`, { query: { set }, signal });
}

/** Loads the published questions of a new declaration, or, with an id, the questions of that declaration. */
export function useQuestionSets(kind: Kind, id?: string): { sets?: QuestionSets; problem?: ApiProblem; retry(): void } {
  const api = useApi();
  const query = useQuery({
    queryKey: [demanded, kind, 'question-sets', id],
    queryFn: async ({ signal }): Promise<QuestionSets> => {
      const load = async (set?: string) => (await loadQuestions(api, kind, set, signal, id)).records;
      if (kind === 'departure') return { questions: await load() };
      const [questions, declarations] = await Promise.all([load(), load('declarations')]);
      return { questions, declarations };
    },
    staleTime: 10 * 60_000,
  });
  return { sets: query.data, problem: query.error ? asProblem(query.error) : undefined, retry: () => void query.refetch() };
}

/** Keeps the questions of a form in the page's language, also those of an older draft. The answers are kept. */
export function useQuestionWords<Values extends FieldValues>(form: UseFormReturn<Values>, sets: QuestionSets, ready: boolean): void {
  const { language } = useLanguage();
  useEffect(() => {
    if (!ready) return;
    for (const [list, records] of Object.entries(sets))
      form.setValue(list as never, askedRows(records, form.getValues(list as never) as unknown as Row[] | undefined, language) as never);
  }, [form, language, ready, sets]);
}

export interface Requirement {
  id?: string;
  accepted?: boolean;
}

/**
 * Keeps the requirements of a form in the page's language, as the service names them. The ticks are kept. @param rows the requirements of the loaded document
 */
export function useRequirementWords<Values extends FieldValues>(form: UseFormReturn<Values>, rows: readonly Requirement[] | undefined, ready: boolean): void {
  useEffect(() => {
    if (!ready || !rows) return;
    const ticked = new Map(((form.getValues('requirements' as never) as unknown as Requirement[] | undefined) ?? []).map(({ id, accepted }) => [id, accepted]));
    form.setValue('requirements' as never, rows.map((row) => ({ ...row, accepted: ticked.get(row.id) ?? row.accepted ?? false })) as never);
  }, [form, ready, rows]);
}
