import type { FieldError } from '@portal/contract-kit';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { normalisePath, type PageError, problemErrors } from '../components/page-error.ts';
import { useLanguage } from '../language/i18n.ts';

/** Runs the contract's rules in the page's language, such as `(values) => validateContract(TripDto, values, language).errors`. */
export type ContractCheck<Values> = (values: Values, fields?: readonly string[]) => FieldError[];

/** Whether `path` is the field itself or lies below it (`flightDetails` covers `flightDetails.code`). */
export const belongsTo = (path: string, field: string): boolean => isUnder(normalisePath(path), normalisePath(field));

const isUnder = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`);

/** Returns the errors of some fields, in the order of the fields (the order on the screen). */
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
  /** Checks the fields (all fields without a list) and shows the errors at the fields and in `errors`. Returns true if there are none. */
  check(fields?: readonly string[], more?: readonly FieldError[]): boolean;
  /** Checks the fields like `check`, but shows nothing. */
  peek(fields?: readonly string[]): FieldError[];
  /** Shows the errors of a failed call at their fields. Returns the lines for the error summary. */
  fromProblem(problem: unknown): PageError[];
  /** Shows these errors. */
  show(errors: readonly FieldError[]): void;
  clear(): void;
  /** The errors for the error summary; a new array after each check that fails. */
  errors: PageError[];
}

const none: PageError[] = [];

/** Connects the contract's rules and the server's errors with the fields of the form. */
export function useContractErrors<Values extends FieldValues>(form: UseFormReturn<Values>, check: ContractCheck<Values>): ContractErrors {
  const { language } = useLanguage();
  // Keeps the errors and not only their messages, so that the messages can be translated when the language changes.
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
    // The rules give their errors again in the new language. Errors from the server keep their language.
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
    // Clearing errors makes the form render every field again, even when there are no errors, so it is skipped in that case.
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
