import { type Label, type PageError, StaffPage, useApi, useNavigate, useText } from '@portal/web-kit';
import { FormProvider, TextField, useForm } from '@portal/web-kit/forms';
import { type FormEvent, useRef, useState } from 'react';
import { referenceIn } from '../scan/reference.ts';
import { findReference } from '../scan/scan.api.ts';
import { SubmitButton } from './submit-button.tsx';
import { shared } from './texts.ts';

interface ChangeByReferenceProps {
  title: Label;
  /** First letters of the references of this kind. */
  prefix: 'ARR' | 'DEP';
  list: string;
  /** Where a declaration is changed. */
  edit: (id: string) => string;
}

/** The address that changes a declaration without saying which one: the officer types the reference that stands on the paper. */
export function ChangeByReference({ title, prefix, list, edit }: ChangeByReferenceProps) {
  const text = useText();
  const api = useApi();
  const navigate = useNavigate();
  const form = useForm<{ reference: string }>({ defaultValues: { reference: '' } });
  const [errors, setErrors] = useState<PageError[]>([]);
  const [busy, setBusy] = useState(false);
  const looking = useRef(false);

  const refuse = (code: string, message: Label) => {
    form.setError('reference', { type: code, message: text(message) });
    setErrors([{ field: 'reference', code, message: text(message) }]);
  };
  const open = async (event: FormEvent) => {
    event.preventDefault();
    if (looking.current) return;
    form.clearErrors();
    setErrors([]);
    const reference = referenceIn(form.getValues('reference'));
    if (!reference?.startsWith(prefix)) return refuse('REQUIRED', shared.enterReference);
    looking.current = true;
    setBusy(true);
    const { id, verdict } = await findReference(api, reference);
    looking.current = false;
    setBusy(false);
    if (id) navigate(edit(id));
    else refuse('NOT_FOUND', verdict === 'notFound' ? shared.noSuchReference : shared.referenceFailed);
  };
  return (
    <StaffPage title={title} back={list} errors={errors}>
      <FormProvider {...form}>
        <form noValidate onSubmit={open}>
          <TextField
            name="reference"
            label={shared.reference}
            hint={prefix === 'ARR' ? shared.referenceHint : shared.referenceHintDeparture}
            width={20}
            upperCase
          />
          <SubmitButton label={shared.openToChange} busy={busy} />
        </form>
      </FormProvider>
    </StaffPage>
  );
}
