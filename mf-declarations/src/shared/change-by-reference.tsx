import { type Label, type PageError, problemErrors, StaffPage, useApi, useLanguage, useNavigate, useSingleRun, useText } from '@portal/web-kit';
import { FormProvider, SubmitButton, TextField, useForm } from '@portal/web-kit/forms';
import { type FormEvent, useState } from 'react';
import { referenceIn } from '../scan/reference.ts';
import { findReference } from '../scan/scan.api.ts';
import type { DeclarationKind } from './declaration.api.ts';
import { isAway } from './is-away.ts';
import { shared } from './texts.ts';

/** Page to change a declaration when the address does not name one: the officer types the reference that is on the paper. */
export function ChangeByReference({ kind, title }: { kind: DeclarationKind; title: Label }) {
  const text = useText();
  const { language } = useLanguage();
  const api = useApi();
  const navigate = useNavigate();
  const form = useForm<{ reference: string }>({ defaultValues: { reference: '' } });
  const [errors, setErrors] = useState<PageError[]>([]);
  const { busy, run } = useSingleRun();

  const refuse = (code: string, message: string) => {
    form.setError('reference', { type: code, message });
    setErrors([{ field: 'reference', code, message }]);
  };
  const open = (event: FormEvent) => {
    event.preventDefault();
    return run(async () => {
      form.clearErrors();
      setErrors([]);
      const reference = referenceIn(form.getValues('reference'));
      if (!reference?.startsWith(kind.referencePrefix)) return refuse('REQUIRED', text(shared.enterReference));
      try {
        const { id } = await findReference(api, reference);
        if (id) navigate(`${kind.staffBase}/edit/${id}`);
        else refuse('NOT_FOUND', text(shared.noSuchReference));
      } catch (error) {
        refuse('FAILED', isAway(error) ? text(shared.referenceFailed) : (problemErrors(error, language)[0]?.message ?? ''));
      }
    });
  };
  return (
    <StaffPage title={title} back={kind.staffBase} errors={errors}>
      <FormProvider {...form}>
        <form noValidate onSubmit={open}>
          <TextField
            name="reference"
            label={shared.reference}
            hint={kind.referencePrefix === 'ARR' ? shared.referenceHint : shared.referenceHintDeparture}
            width={20}
            upperCase
          />
          <SubmitButton label={shared.openToChange} busy={busy} />
        </form>
      </FormProvider>
    </StaffPage>
  );
}
