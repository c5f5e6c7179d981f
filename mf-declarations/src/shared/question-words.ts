import type { ListResult } from '@portal/contract-kit';
import { type FieldValues, useApi, type UseFormReturn, useLanguage, useQuery } from '@portal/web-kit';
import { useEffect } from 'react';
import type { QuestionRecord } from 'svc-declarations/contract';

const lists = ['questions', 'declarations'] as const;

interface Row {
  id?: string;
  description?: string;
}

/** Says the questions of a form in the page's language; a switch of the language changes their words and keeps the answers. */
export function useQuestionWords<Values extends FieldValues>(kind: 'traveller' | 'departure', form: UseFormReturn<Values>, ready: boolean): void {
  const api = useApi();
  const { language } = useLanguage();
  const code = kind === 'traveller' ? 'ARR' : 'DEP';
  const { data } = useQuery({ queryKey: ['declarations', kind, 'question-words'], queryFn: ({ signal }) => api.get<ListResult<QuestionRecord>>(`/v1/${kind}/declaration/${code}/searchDeclaration`, { signal }), staleTime: 10 * 60_000 });
  useEffect(() => {
    if (!ready || !data) return;
    const words = new Map(data.records.map(({ id, description, descriptions }) => [id, descriptions?.[language] ?? description]));
    const values = form.getValues() as Record<string, Row[] | undefined>;
    for (const list of lists) {
      for (const [index, row] of (values[list] ?? []).entries()) {
        const said = row.id ? words.get(row.id) : undefined;
        if (said && said !== row.description) form.setValue(`${list}.${index}.description` as never, said as never);
      }
    }
  }, [data, form, language, ready]);
}
