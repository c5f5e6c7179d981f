import { asProblem, Button, ButtonGroup, type Label, type PageError, problemErrors, RequireRole, StaffPage, useLanguage, useText } from '@portal/web-kit';
import { FormProvider, TextField, useForm } from '@portal/web-kit/forms';
import { type FormEvent, type ReactNode, useState } from 'react';
import { l } from './texts.ts';

/** Roles of the officers who work with documents. Each of them may use the lookups. */
const officers = [
  'triptic-trip-read',
  'professional-license-read',
  'payment-receipt-read',
  'traveller-declaration-read',
  'departure-declaration-read',
  'reference-read',
];

interface LookupPageProps<Found> {
  title: Label;
  intro: Label;
  label: Label;
  hint?: Label;
  /** Message when the input is too short or missing. */
  missing: Label;
  minimum?: number;
  find(entered: string): Promise<Found>;
  children(found: Found): ReactNode;
}

/** Page with one input, one button, and the result. After a failure it shows the first error message of the service. */
export function LookupPage<Found>(props: LookupPageProps<Found>) {
  return (
    <RequireRole anyOf={officers}>
      <Lookup {...props} />
    </RequireRole>
  );
}

function Lookup<Found>({ title, intro, label, hint, missing, minimum = 1, find, children }: LookupPageProps<Found>) {
  const text = useText();
  const { language } = useLanguage();
  const form = useForm({ defaultValues: { entered: '' } });
  const [errors, setErrors] = useState<PageError[]>([]);
  const [found, setFound] = useState<{ value: Found }>();
  const [busy, setBusy] = useState(false);
  const fail = (message: string, code: string) => {
    form.setError('entered', { message });
    setErrors([{ field: 'entered', code, message }]);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const entered = form.getValues('entered').trim();
    form.clearErrors();
    setErrors([]);
    setFound(undefined);
    if (entered.length < minimum) return fail(text(missing), 'REQUIRED');
    setBusy(true);
    try {
      setFound({ value: await find(entered) });
    } catch (error) {
      const [first] = problemErrors(asProblem(error), language);
      if (first) fail(first.message, first.code ?? 'FAILED');
    } finally {
      setBusy(false);
    }
  };
  return (
    <StaffPage title={title} errors={errors}>
      <p className="govuk-body">{text(intro)}</p>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <TextField name="entered" label={label} hint={hint} maxLength={100} width={20} />
          <ButtonGroup>
            <Button type="submit" busy={busy}>
              {text(l.find)}
            </Button>
          </ButtonGroup>
        </form>
      </FormProvider>
      <div aria-live="polite">{found ? children(found.value) : null}</div>
    </StaffPage>
  );
}
