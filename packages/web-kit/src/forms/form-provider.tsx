import { type ReactNode, useRef } from 'react';
import { type FieldValues, FormProvider as Provider, type UseFormReturn } from 'react-hook-form';

/**
 * Gives a form to the fields inside it. They read the form's state with `useFormState`, each what it shows; the state that the provider of the
 * library passes on would draw every field again whenever any part of it changes, and once when the form has started.
 */
export function FormProvider<Values extends FieldValues>({ children, ...form }: UseFormReturn<Values> & { children: ReactNode }) {
  const first = useRef(form.formState);
  return (
    <Provider {...form} formState={first.current}>
      {children}
    </Provider>
  );
}
