import type { FieldError } from '@portal/contract-kit';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { normalisePath, type PageError, problemErrors } from '../components/page-error.ts';
import { useLanguage } from '../language/i18n.ts';

/** Runs the contract's rules in the page's language: `(values) => validateContract(TripDto, values, language).errors`. */
export type ContractCheck<Values> = (values: Values, fields?: readonly string[]) => FieldError[];

/** True when `path` is the field or below it (`flightDetails` covers `flightDetails.code`). */
export const belongsTo = (path: string, field: string): boolean => isUnder(normalisePath(path), normalisePath(field));

const isUnder = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`);

/** The errors of some fields, in the fields' order (the order on the screen). */
export function errorsOf(errors: readonly FieldError[], fields: readonly string[] | undefined): FieldError[] {
  if (!fields) return [...errors];
  const wanted = fields.map(normalisePath);
  const place = ({ field }: FieldError) => {
    const path = normalisePath(field);
    return wanted.findIndex((each) => isUnder(path, each));
  };
  return errors
    .map((error) => ({ error, at: place(error) }))
    .filter(({ at }) => at >= 0)
    .sort((one, two) => one.at - two.at)
    .map(({ error }) => error);
}

export interface ContractErrors {
  /** Checks the fields (all without a list) and shows the errors at them and in `errors`; true when there are none. */
  check(fields?: readonly string[], more?: readonly FieldError[]): boolean;
  /** The same without showing anything. */
  peek(fields?: readonly string[]): FieldError[];
  /** Shows a failed call's errors at their fields; returns the lines. */
  fromProblem(problem: unknown): PageError[];
  /** Shows these errors. */
  show(errors: readonly FieldError[]): void;
  clear(): void;
  /** For the error summary; a new array after each check that fails. */
  errors: PageError[];
}

const none: PageError[] = [];

/** Connects the contract's rules, and the server's errors, with the form's fields. */
export function useContractErrors<Values extends FieldValues>(form: UseFormReturn<Values>, check: ContractCheck<Values>): ContractErrors {
  const { language } = useLanguage();
  // Keep errors, not messages: a change of language words them again.
  const [shown, setShown] = useState<{ field: FieldError[]; page: ApiProblem | null }>({ field: [], page: null });
  const latest = useRef({ check });
  latest.current = { check };

  const put = useCallback(
    (errors: readonly FieldError[]) => {
      form.clearErrors();
      const seen = new Set<string>();
      for (const error of errors) {
        const path = normalisePath(error.field);
        if (!path || seen.has(path)) continue;
        seen.add(path);
        form.setError(path as FieldPath<Values>, { type: error.code, message: error.message });
      }
    },
    [form],
  );

  const show = useCallback(
    (errors: readonly FieldError[]) => {
      put(errors);
      setShown({ field: [...errors], page: null });
    },
    [put],
  );

  const shownIn = useRef(language);
  useEffect(() => {
    if (shownIn.current === language) return;
    shownIn.current = language;
    if (shown.field.length === 0) return;
    // The rules give their errors in the new language. Errors from the server keep their language.
    const anew = latest.current.check(form.getValues());
    show(shown.field.map((error) => anew.find(({ code, field }) => code === error.code && field === error.field) ?? error));
  }, [language, show, shown, form]);

  const peek = useCallback((fields?: readonly string[]) => errorsOf(latest.current.check(form.getValues(), fields), fields), [form]);

  const runCheck = useCallback(
    (fields?: readonly string[], more: readonly FieldError[] = []) => {
      const found = [...peek(fields), ...more];
      show(found);
      return found.length === 0;
    },
    [peek, show],
  );

  const fromProblem = useCallback(
    (error: unknown): PageError[] => {
      const problem = asProblem(error);
      if (problem.status === 422 && problem.errors.length > 0) {
        show(problem.errors);
        return problem.errors.map((line) => ({ field: normalisePath(line.field) || undefined, code: line.code, message: line.message }));
      }
      form.clearErrors();
      setShown({ field: [], page: problem });
      return problemErrors(problem, language);
    },
    [form, show, language],
  );

  const standing = useRef(shown);
  standing.current = shown;
  const clear = useCallback(() => {
    // The form draws every field again when its errors are cleared, also where there are none.
    if (standing.current.field.length === 0 && !standing.current.page) return;
    form.clearErrors();
    setShown({ field: [], page: null });
  }, [form]);

  const errors = useMemo<PageError[]>(() => {
    if (shown.page) return problemErrors(shown.page, language);
    return shown.field.length === 0
      ? none
      : shown.field.map((error) => ({ field: normalisePath(error.field) || undefined, code: error.code, message: error.message }));
  }, [shown, language]);

  return useMemo(() => ({ check: runCheck, peek, fromProblem, show, clear, errors }), [runCheck, peek, fromProblem, show, clear, errors]);
}
