import { type TravelDayOpening, TravelDayWish, validateContract } from '@portal/contract-kit';
import { ButtonLink, PublicPage, useApi, useFormat, useLanguage, useSingleRun, useText } from '@portal/web-kit';
import { FormProvider, fieldMaker, SpecField, SubmitButton, useContractErrors, useForm } from '@portal/web-kit/forms';
import { type FormEvent, useState } from 'react';
import type { DeclarationKind } from './declaration.api.ts';
import { shared } from './texts.ts';

const field = fieldMaker(TravelDayWish);
const fields = [
  field('travelDay', { hint: shared.travelDayHint }),
  field('emailAddress', { hint: shared.laterEmailHint, inputType: 'email', autoComplete: 'email' }),
];

/** Page to ask for an e-mail. It is sent once, on the day from which a later journey can be declared. */
export default function LaterJourneyScreen({ kind }: { kind: DeclarationKind }) {
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  const api = useApi();
  const form = useForm<TravelDayWish>({ defaultValues: { travelDay: '', emailAddress: '' } });
  const contract = useContractErrors(form, (values) => validateContract(TravelDayWish, values, language).errors);
  const { busy, run } = useSingleRun();
  const [asked, setAsked] = useState<TravelDayOpening & { emailAddress: string }>();

  const ask = (event: FormEvent) => {
    event.preventDefault();
    return run(async () => {
      if (!contract.check(fields.map(({ name }) => name))) return;
      const wish = form.getValues();
      try {
        const { opensOn } = await api.post<TravelDayOpening>(`${kind.path}/travel-day`, wish);
        setAsked({ opensOn, emailAddress: wish.emailAddress ?? '' });
      } catch (problem) {
        contract.fromProblem(problem);
      }
    });
  };

  if (asked)
    return (
      <PublicPage
        title={shared.laterAsked}
        back={kind.publicBase}
        focusKey="asked"
        result={{ tone: 'green', help: text(shared.laterSends(asked.emailAddress, format.date(asked.opensOn))) }}
      >
        <ButtonLink to="/">{text(shared.toStart)}</ButtonLink>
      </PublicPage>
    );
  return (
    <PublicPage title={shared.later} back={kind.publicBase} errors={contract.errors} focusKey="ask">
      <p className="govuk-body">{text(shared.laterWhy)}</p>
      <FormProvider {...form}>
        <form noValidate onSubmit={ask}>
          {fields.map((each) => (
            <SpecField key={each.name} field={each} model={{}} mode="register" />
          ))}
          <SubmitButton label={shared.laterAsk} busy={busy} />
        </form>
      </FormProvider>
    </PublicPage>
  );
}
