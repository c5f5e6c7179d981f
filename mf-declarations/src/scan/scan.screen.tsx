import { Button, ButtonGroup, ButtonLink, FormProvider, type Label, type PageError, RequireRole, StaffPage, TextField, useApi, useForm, useFormat, useText } from '@portal/web-kit';
import { QrScanner, Verdict } from '@portal/web-kit/scan';
import { type FormEvent, useRef, useState } from 'react';
import { check, type Finding } from './scan.api.ts';
import { t } from './texts.ts';

/** The officer at the gate: a code before the camera or a reference typed, and one answer that fills the screen. */
export default function ScanScreen() {
  return (
    <RequireRole anyOf={['traveller-declaration-read', 'departure-declaration-read']}>
      <Scan />
    </RequireRole>
  );
}

const tones = { genuine: 'good', notGenuine: 'bad', notFound: 'bad', unknown: 'warn', failed: 'warn' } as const;
const titles: Record<Finding['verdict'], Label> = { genuine: t.genuine, notGenuine: t.notGenuine, notFound: t.notFound, unknown: t.unknown, failed: t.failed };
const kinds: Record<string, Label> = { 'arrival-declaration': t.arrival, 'departure-declaration': t.departure };

function Scan() {
  const api = useApi();
  const text = useText();
  const form = useForm<{ typed: string }>({ defaultValues: { typed: '' } });
  const [finding, setFinding] = useState<Finding>();
  const [errors, setErrors] = useState<PageError[]>([]);
  const [checking, setChecking] = useState(false);
  const busy = useRef(false);

  const ask = async (words: string) => {
    // The camera reads the same code many times in a second.
    if (busy.current) return;
    busy.current = true;
    setChecking(true);
    try {
      setFinding(await check(api, words));
    } finally {
      busy.current = false;
      setChecking(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = form.getValues('typed').trim();
    form.clearErrors();
    if (!typed) {
      form.setError('typed', { type: 'REQUIRED', message: text(t.enter) });
      setErrors([{ field: 'typed', code: 'REQUIRED', message: text(t.enter) }]);
      return;
    }
    setErrors([]);
    void ask(typed);
  };
  const next = () => {
    form.reset();
    setErrors([]);
    setFinding(undefined);
  };

  if (finding) return <Answer finding={finding} onNext={next} />;
  return (
    <StaffPage title={t.title} errors={errors}>
      <QrScanner onScan={(words) => void ask(words)} />
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <TextField name="typed" label={t.typed} hint={t.typedHint} width={20} />
          <ButtonGroup>
            <Button type="submit" busy={checking}>
              {text(t.check)}
            </Button>
          </ButtonGroup>
        </form>
      </FormProvider>
    </StaffPage>
  );
}

function Answer({ finding, onNext }: { finding: Finding; onNext(): void }) {
  const text = useText();
  const format = useFormat();
  const facts = [finding.kind ? text(kinds[finding.kind] ?? finding.kind) : '', finding.reference ?? '', finding.issuedAt ? `${text(t.issued)} ${format.dateTime(finding.issuedAt)}` : '', finding.offline ? text(t.offline) : ''].filter(Boolean);
  return (
    <Verdict
      tone={tones[finding.verdict]}
      title={titles[finding.verdict]}
      detail={facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      next={
        <ButtonGroup>
          {finding.screen ? <ButtonLink to={finding.screen}>{text(t.open)}</ButtonLink> : null}
          <Button variant="secondary" onClick={onNext}>
            {text(t.next)}
          </Button>
        </ButtonGroup>
      }
    />
  );
}
