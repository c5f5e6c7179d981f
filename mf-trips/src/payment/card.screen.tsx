import { fieldAt, validateContract } from '@portal/contract-kit';
import { Button, ButtonGroup, type Label, NotificationBanner, PublicPage, useLanguage, useText, WarningText } from '@portal/web-kit';
import { FormProvider, TextField, useContractErrors, useForm } from '@portal/web-kit/forms';
import { type FormEvent, useState } from 'react';
import { PaymentCardForm } from 'svc-trips/contract';
import { t } from './card.texts.ts';

const label = (name: string): Label => fieldAt(PaymentCardForm, name)?.label ?? name;
const blank = { cardNumber: '', securityCode: '', cardName: '' };

/** A placeholder for card payment: its three fields are checked in the browser, and nothing is sent or stored. */
export default function PaymentCardScreen() {
  const text = useText();
  const { language } = useLanguage();
  const form = useForm({ defaultValues: blank });
  const contract = useContractErrors(form, (values) => validateContract(PaymentCardForm, values, language).errors);
  const [refused, setRefused] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefused(false);
    if (!contract.check()) return;
    form.reset(blank);
    setRefused(true);
  };
  return (
    <PublicPage title={t.title} back="/" errors={contract.errors}>
      {refused ? (
        <NotificationBanner focus>
          <p className="govuk-notification-banner__heading">{text(t.unavailable)}</p>
          <p className="govuk-body">{text(t.nothing)}</p>
        </NotificationBanner>
      ) : (
        <>
          <WarningText>{text(t.intro)}</WarningText>
          <p className="govuk-body">{text(t.form)}</p>
        </>
      )}
      <FormProvider {...form}>
        <form noValidate method="dialog" onSubmit={submit} autoComplete="off">
          <TextField name="cardNumber" label={label('cardNumber')} inputMode="numeric" width={20} autoComplete="off" />
          <TextField name="securityCode" label={label('securityCode')} inputMode="numeric" width={3} autoComplete="off" />
          <TextField name="cardName" label={label('cardName')} autoComplete="off" />
          <ButtonGroup>
            <Button type="submit">{text(t.check)}</Button>
          </ButtonGroup>
        </form>
      </FormProvider>
    </PublicPage>
  );
}
