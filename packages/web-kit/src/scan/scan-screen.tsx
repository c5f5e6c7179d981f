import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button, ButtonGroup } from '../components/button.tsx';
import { StaffPage } from '../components/page.tsx';
import { type PageError, problemErrors } from '../components/page-error.ts';
import { FormProvider } from '../forms/form-provider.tsx';
import { TextField } from '../forms/text-fields.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText, useLanguage } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { KEYS_URL } from './keys.ts';
import { QrScanner } from './qr-scanner.tsx';
import type { CheckFailure, TokenCheck } from './token-check.ts';
import { Verdict, type VerdictTone } from './verdict.tsx';
import { tokenIn, verifyToken } from './verify-token.ts';

export interface ScanScreenProps<Result extends TokenCheck> {
  title?: Label;
  keysUrl?: string;
  /** Judges a scanned or typed text. If it fails, the page says why. By default only the signature is checked, on this device. */
  check?(text: string): Promise<Result>;
  /** Called with each verdict. */
  onVerdict?(result: Result, text: string): void;
  /** Other ways to find the document to check, shown below the field. */
  more?: ReactNode;
  /** Renders a verdict in place of the general view; `next` returns to the camera. */
  render?(result: Result, next: () => void): ReactNode;
}

const typedLabel: Label = { en: 'Enter a reference or paste the link', pt: 'Escreva uma referência ou cole a ligação' };
const unreadable: Label = { en: 'This is not a code of this portal', pt: 'Isto não é um código deste portal' };
const unsupported: Label = { en: 'This browser cannot check codes without a connection', pt: 'Este navegador não pode verificar códigos sem ligação' };

/** A page for checking codes: the camera, a field for users without a camera, and one answer that fills the screen. */
export function ScanScreen<Result extends TokenCheck = TokenCheck>({
  title = 'scan.title',
  keysUrl = KEYS_URL,
  check,
  onVerdict,
  render,
  more,
}: ScanScreenProps<Result>) {
  const text = useKitText();
  const { language } = useLanguage();
  const form = useForm({ defaultValues: { typed: '' } });
  const [errors, setErrors] = useState<PageError[]>([]);
  const [checking, setChecking] = useState(false);
  const [result, setResult] = useState<Result>();
  const busy = useRef(false);

  const judge = check ?? ((words: string) => verifyToken(tokenIn(words) ?? '', { keysUrl }) as Promise<Result>);
  const ask = async (words: string) => {
    if (busy.current) return;
    busy.current = true;
    setChecking(true);
    setErrors([]);
    try {
      const judged = await judge(words);
      setResult(judged);
      onVerdict?.(judged, words);
    } catch (error) {
      // The fields of the call are not on this screen.
      setErrors(problemErrors(error, language).map(({ message, href }) => ({ message, href })));
    } finally {
      busy.current = false;
      setChecking(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = form.getValues('typed').trim();
    form.clearErrors();
    if (typed) return void ask(typed);
    setErrors([{ field: 'typed', code: 'REQUIRED', message: text('scan.empty') }]);
    form.setError('typed', { type: 'REQUIRED', message: text('scan.empty') });
  };
  const next = () => {
    form.reset();
    setErrors([]);
    setResult(undefined);
  };

  if (result) return render ? render(result, next) : <SignatureVerdict result={result} onNext={next} />;
  return (
    <StaffPage title={title} errors={errors}>
      <QrScanner onScan={(words) => void ask(words)} keysUrl={keysUrl} />
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <TextField name="typed" label={typedLabel} />
          <ButtonGroup>
            <Button type="submit" busy={checking}>
              {text('scan.check')}
            </Button>
          </ButtonGroup>
        </form>
      </FormProvider>
      {more}
    </StaffPage>
  );
}

const toneOf = ({ genuine, reason }: TokenCheck): VerdictTone => (genuine ? 'good' : reason === 'signature' || reason === 'unreadable' ? 'bad' : 'warn');
const titleOf = ({ genuine, reason, unsupported: lacking }: TokenCheck): Label => {
  if (genuine) return 'scan.genuine';
  if (reason === 'keys') return lacking ? unsupported : 'scan.unknownKey';
  const titles: Partial<Record<CheckFailure, Label>> = { expired: 'scan.expired', 'not-yet': 'scan.notYet', unreadable };
  return (reason && titles[reason]) ?? 'scan.notGenuine';
};

function SignatureVerdict({ result, onNext }: { result: TokenCheck; onNext(): void }) {
  const text = useKitText();
  const format = useFormat();
  const lines = [
    result.reference,
    result.issuedAt && text('scan.issued', { when: format.dateTime(result.issuedAt) }),
    result.expires && text('scan.until', { when: format.dateTime(result.expires) }),
  ].filter((line): line is string => !!line);
  return (
    <Verdict
      tone={toneOf(result)}
      title={titleOf(result)}
      detail={lines.map((line) => <p key={line}>{line}</p>)}
      next={
        <ButtonGroup>
          <Button onClick={onNext}>{text('scan.next')}</Button>
        </ButtonGroup>
      }
    />
  );
}
