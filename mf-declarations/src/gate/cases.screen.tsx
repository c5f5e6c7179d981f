import {
  asProblem,
  Button,
  Card,
  EmptyState,
  FailurePanel,
  fieldId,
  Link,
  LoadingPanel,
  NotificationBanner,
  type PageError,
  problemErrors,
  RequireRole,
  StaffPage,
  submitOnce,
  useApi,
  useFormat,
  useLanguage,
  useQuery,
  useSession,
  useText,
} from '@portal/web-kit';
import { type FormEvent, useState } from 'react';
import type { GateCase } from 'svc-declarations/contract';
import { t } from './texts.ts';

/** Lists decisions made at gates that contradict one another or the declaration. */
export default function CasesScreen() {
  return (
    <RequireRole anyOf={['traveller-declaration-read']}>
      <Cases />
    </RequireRole>
  );
}

function Cases() {
  const text = useText();
  const api = useApi();
  const { language } = useLanguage();
  const { hasRole } = useSession();
  const [errors, setErrors] = useState<PageError[]>([]);
  const [closed, setClosed] = useState<{ reference: string }>();
  const { data, error, refetch } = useQuery({
    queryKey: ['gate-cases'],
    queryFn: ({ signal }) => api.get<{ records: GateCase[] }>('/v1/gate/cases', { signal }),
    retry: false,
  });
  const mayClose = hasRole('traveller-declaration-decision') || hasRole('traveller-declaration-supervise');
  const close = async ({ key, reference }: GateCase, comment: string) => {
    setErrors([]);
    setClosed(undefined);
    try {
      const url = `/v1/gate/cases/${key}/close`;
      await submitOnce(api, { scope: url, url, body: { comment } });
      setClosed({ reference });
    } catch (failure) {
      setErrors(problemErrors(failure, language).map(({ message }) => ({ field: `case-${key}`, message })));
    }
    void refetch();
  };
  return (
    <StaffPage title={t.cases} back="/staff/gate" errors={errors}>
      {closed ? (
        <NotificationBanner tone="success" focus={closed}>
          <p className="govuk-notification-banner__heading">
            {text(t.caseClosed)}: {closed.reference}
          </p>
        </NotificationBanner>
      ) : null}
      {data ? null : error ? <FailurePanel problem={asProblem(error)} retry={() => void refetch()} /> : <LoadingPanel />}
      {data?.records.length === 0 ? <EmptyState title={t.noCases} /> : null}
      {data?.records.map((each) => (
        <One key={each.key} of={each} onClose={mayClose ? (comment) => void close(each, comment) : undefined} />
      ))}
      {data ? (
        <span className="govuk-visually-hidden" role="status">
          {text(t.cases)}: {data.records.length}
        </span>
      ) : null}
    </StaffPage>
  );
}

function One({ of, onClose }: { of: GateCase; onClose?: (comment: string) => void }) {
  const text = useText();
  const format = useFormat();
  const id = fieldId(`case-${of.key}`);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onClose?.(String(new FormData(event.currentTarget).get('comment')));
  };
  return (
    <Card
      title={of.case ? t.caseKinds[of.case] : of.reference}
      actions={
        of.screen ? (
          <Link className="govuk-link" to={of.screen}>
            {of.reference}
          </Link>
        ) : (
          of.reference
        )
      }
    >
      <p className="govuk-body">
        {text(t.done[of.decision])} · {of.officer} · {format.dateTime(of.decidedAt)}
        {of.reason ? ` · ${of.reason}` : ''}
      </p>
      {of.other ? <p className="govuk-body">{text(t.first(of.other.officer, format.dateTime(of.other.decidedAt)))}</p> : null}
      {onClose ? (
        <form onSubmit={submit} className="portal-checkpoint__compare">
          <div className="govuk-form-group">
            <label className="govuk-label" htmlFor={id}>
              {text(t.found)}
            </label>
            <input id={id} name="comment" className="govuk-input" maxLength={500} autoComplete="off" />
          </div>
          <Button type="submit" variant="secondary">
            {text(t.close)}
          </Button>
        </form>
      ) : null}
    </Card>
  );
}
