import { fieldAt, L, say } from '@portal/contract-kit';
import {
  asProblem,
  Button,
  ButtonGroup,
  ButtonLink,
  FailurePanel,
  LoadingPanel,
  type PageError,
  PublicPage,
  SummaryCard,
  useApi,
  useFormat,
  useLanguage,
  useParams,
  useQuery,
  useSearchParams,
  useText,
} from '@portal/web-kit';
import { FormProvider, TextField, useForm } from '@portal/web-kit/forms';
import { type FormEvent, useState } from 'react';
import { TripBody, type TripDetails, type TripStatus, tripCaptions, tripDetailsFields } from 'svc-trips/contract';
import { loadValidity } from '../trip/trip.api.ts';
import { ValidityPicture } from './pictures.tsx';
import { v } from './texts.ts';
import './validity.scss';

const home = '/eservice/triptic/validity';

/** Shows whether a trip is valid. It is opened by the QR code or by typing the reference. */
export default function ValidityScreen() {
  const { token } = useParams();
  const [params] = useSearchParams();
  const key = token ?? params.get('reference') ?? '';
  return key ? <Finding key={`${key} ${params.get('vehicleNumber') ?? ''}`} lookup={key} vehicleNumber={params.get('vehicleNumber') ?? ''} /> : <Question />;
}

function Question() {
  const text = useText();
  const [, setParams] = useSearchParams();
  const form = useForm({ defaultValues: { reference: '', vehicleNumber: '' } });
  const [errors, setErrors] = useState<PageError[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { reference, vehicleNumber } = form.getValues();
    if (!reference.trim()) {
      const message = text(v.enterReference);
      form.setError('reference', { message });
      setErrors([{ field: 'reference', code: 'REQUIRED', message }]);
      return;
    }
    setParams({ reference: reference.trim().toUpperCase(), ...(vehicleNumber.trim() ? { vehicleNumber: vehicleNumber.trim() } : {}) });
  };
  return (
    <PublicPage title={v.title} back="/" errors={errors}>
      <p className="govuk-body-l">{text(v.intro)}</p>
      <FormProvider {...form}>
        <form noValidate method="dialog" onSubmit={submit}>
          <TextField name="reference" label={v.reference} hint={v.referenceHint} upperCase maxLength={70} width={20} />
          <TextField name="vehicleNumber" label={v.vehicleNumber} hint={v.vehicleHint} upperCase maxLength={35} width={10} required={false} />
          <ButtonGroup>
            <Button type="submit">{text(v.check)}</Button>
          </ButtonGroup>
        </form>
      </FormProvider>
    </PublicPage>
  );
}

const explained: Partial<Record<TripStatus, typeof v.pending>> = { N: v.pending, X: v.invalid, F: v.notFound };

function Finding({ lookup, vehicleNumber }: { lookup: string; vehicleNumber: string }) {
  const text = useText();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['validity', lookup, vehicleNumber],
    queryFn: ({ signal }) => loadValidity(api, lookup, vehicleNumber, signal),
    // Never show a cached answer, because officers ask at the border.
    staleTime: 0,
    gcTime: 0,
  });
  if (!data) {
    return (
      <PublicPage title={v.title} back={home}>
        {error ? <FailurePanel problem={asProblem(error)} retry={() => void refetch()} /> : <LoadingPanel />}
      </PublicPage>
    );
  }
  const { tripStatus } = data;
  const why = explained[tripStatus];
  const open = data.vehicleNumber !== undefined;
  return (
    <PublicPage title={v.title} back={home}>
      <div role="status">
        <figure className={`trip-validity trip-validity--${tripStatus}`}>
          <ValidityPicture status={tripStatus} />
          <figcaption>{text(tripCaptions[tripStatus])}</figcaption>
        </figure>
      </div>
      {why ? <p className="govuk-body-l">{text(why)}</p> : null}
      {tripStatus === 'Y' ? <p className="govuk-body-l">{text(open ? v.compare : v.closed)}</p> : null}
      {tripStatus === 'Y' && open ? <TripCard details={data} /> : null}
      <ButtonGroup>
        <ButtonLink to={home} variant="secondary">
          {text(v.another)}
        </ButtonLink>
      </ButtonGroup>
    </PublicPage>
  );
}

const titles = { vehicle: v.vehicle, owner: v.owner, driver: v.driver, movement: v.movement };

/** Checks that a field is a code that has a name beside it. Then only the name is shown. */
const isCode = (field: string, details: TripDetails): boolean =>
  field.endsWith('Code') && (field.replace(/Code$/, 'Name') in details || field.replace(/Code$/, 'Description') in details);

function TripCard({ details }: { details: TripDetails }) {
  const { language } = useLanguage();
  const format = useFormat();
  const show = (value: unknown): string => {
    if (value === true) return say(L('Yes', 'Sim'), language);
    if (value === false) return say(L('No', 'Não'), language);
    return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? format.date(value) : String(value);
  };
  return Object.entries(tripDetailsFields).map(([part, fields]) => {
    const rows = fields
      .filter((field) => details[field] !== undefined && !isCode(field, details))
      .map((field) => ({ label: fieldAt(TripBody, field)?.label ?? field, value: show(details[field]) }));
    if (part === 'movement' && details.movementName) rows.unshift({ label: v.direction, value: details.movementName });
    // The service does not give the owner's data to the public, so this card can be empty.
    return rows.length > 0 ? <SummaryCard key={part} title={titles[part as keyof typeof titles]} rows={rows} /> : null;
  });
}
