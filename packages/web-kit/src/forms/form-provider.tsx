import { type ReactNode, useRef } from 'react';
import { type FieldValues, FormProvider as Provider, type UseFormReturn } from 'react-hook-form';

/**
 * Passes a form to the fields inside it. Each field reads the part of the form's state that it shows with `useFormState`. The state that the library's own
 * provider passes on would render every field again whenever any part of it changes, and once more when the form has started.
 */
export function FormProvider<Values extends FieldValues>({ children, ...form }: UseFormReturn<Values> & { children: ReactNode }) {
  const first = useRef(form.formState);
  return (
    <Provider {...form} formState={first.current}>
      {children}
    </Provider>
  );
}
