import { type Bilingual, isDay } from '@portal/contract-kit';
import {
  Button,
  ButtonGroup,
  ButtonLink,
  fieldId,
  formatDate,
  type Label,
  LaneChip,
  Link,
  StatusTag,
  Tag,
  useFormat,
  useLanguage,
  useText,
} from '@portal/web-kit';
import { DateField, FormProvider, TextField, useForm } from '@portal/web-kit/forms';
import { isOfPerson, tokenIn, Verdict } from '@portal/web-kit/scan';
import { useKeyChoices } from '@portal/web-kit/staff';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type GateDecisionKind, needsReason } from 'svc-declarations/contract';
import { t as groupTexts } from '../staff-group/texts.ts';
import type { GateCheckResult } from './gate.api.ts';
import { useHandScanner } from './hand-scanner.ts';
import { t } from './texts.ts';

/** Returns the address of a page that leads back to this screen. */
const fromGate = (to: string) => `${to}?list=${encodeURIComponent('/staff/gate')}`;

interface GateVerdictProps {
  shown: GateCheckResult;
  busy: boolean;
  onDecide(decision: GateDecisionKind, reason: string): void;
  onNext(): void;
  /** Called when a hand scanner has read another code. */
  onScan(text: string): void;
}

const isFailure = ({ finding }: GateCheckResult) => finding === 'NOT_GENUINE' || finding === 'NOT_FOUND';

function titleOf(shown: GateCheckResult): Label {
  if (shown.noKeys) return t.noKeys;
  if (shown.finding === 'NOT_GENUINE') return t.notGenuine;
  if (shown.finding === 'NOT_FOUND') return t.notFound;
  return shown.name ?? shown.reference ?? t.title;
}

/** Returns the colour of the verdict: red when the person must not pass, amber when something must be checked. A genuine code has no colour of its own. */
function toneOf(shown: GateCheckResult): 'plain' | 'warn' | 'bad' {
  if (isFailure(shown) || shown.warnings.includes('RED_LANE') || shown.warnings.includes('ANOTHER_DOCUMENT')) return 'bad';
  return shown.warnings.length > 0 || shown.claim ? 'warn' : 'plain';
}

/** Returns what a key does. Enter never goes on from a person whose case another officer has. */
export function keyAction(key: string, { decisions, claim }: Pick<GateCheckResult, 'decisions' | 'claim'>): GateDecisionKind | 'NEXT' | undefined {
  const letter = key.toUpperCase();
  if (letter === 'A' || (key === 'Enter' && decisions.includes('ARRIVAL'))) return 'ARRIVAL';
  if (letter === 'R') return 'REFERRAL';
  return letter === 'N' || (key === 'Enter' && !claim) ? 'NEXT' : undefined;
}

/** Shows everything that an officer needs to know about one person on one screen, with one key for each decision. */
export function GateVerdictScreen({ shown, busy, onDecide, onNext, onScan }: GateVerdictProps) {
  const text = useText();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { off } = useKeyChoices();
  const asksReason = needsReason(shown.warnings) && shown.decisions.length > 0;
  const act = (decision: GateDecisionKind) => {
    if (busy || !shown.decisions.includes(decision)) return;
    // Without a warning the field is for the reason of a referral alone.
    if (!asksReason) return onDecide(decision, decision === 'REFERRAL' ? reason.trim() : '');
    if (reason.trim()) return onDecide(decision, reason.trim());
    setMissing(true);
    document.getElementById(fieldId('gate-reason'))?.focus();
  };
  useHandScanner(
    (key) => {
      const action = off ? undefined : keyAction(key, shown);
      if (action === 'NEXT') onNext();
      else if (action) act(action);
    },
    // A person without a decision stays on the screen until the officer goes on.
    (code) => (shown.decisions.length === 0 && !shown.claim ? onScan(code) : undefined),
  );
  return (
    <Verdict
      compact
      tone={toneOf(shown)}
      title={titleOf(shown)}
      detail={<Warnings shown={shown} />}
      next={
        <div className="portal-checkpoint__next">
          {isFailure(shown) ? null : <Facts shown={shown} />}
          {shown.person && !shown.name ? <Compare person={shown.person} /> : null}
          {asksReason ? (
            <Reason label={t.reason} choices={t.usual} value={reason} onChange={setReason} missing={missing} onSubmit={() => act('ARRIVAL')} />
          ) : shown.decisions.includes('REFERRAL') ? (
            <Reason label={t.reasonToRefer} value={reason} onChange={setReason} onSubmit={() => (reason.trim() ? act('REFERRAL') : undefined)} />
          ) : null}
          <ButtonGroup>
            {shown.decisions.includes('ARRIVAL') ? (
              <Button busy={busy} onClick={() => act('ARRIVAL')}>
                {text(t.record)} <Key name="A" />
              </Button>
            ) : null}
            {shown.decisions.includes('REFERRAL') ? (
              <Button variant="secondary" busy={busy} onClick={() => act('REFERRAL')}>
                {text(t.refer)} <Key name="R" />
              </Button>
            ) : null}
            <Button variant="secondary" onClick={onNext}>
              {text(t.next)} <Key name="N" />
            </Button>
            {shown.screen ? (
              <ButtonLink variant="secondary" to={fromGate(shown.screen)}>
                {text(t.open)}
              </ButtonLink>
            ) : null}
          </ButtonGroup>
        </div>
      }
    />
  );
}

/** The key of a button, for officers who use single keys. */
function Key({ name }: { name: string }) {
  return useKeyChoices().off ? null : <kbd>{name}</kbd>;
}

function Warnings({ shown }: { shown: GateCheckResult }) {
  const text = useText();
  const format = useFormat();
  return (
    <>
      {shown.finding === 'NOT_FOUND' && !shown.noKeys ? <p>{shown.reference ?? text(t.notFoundMore)}</p> : null}
      {shown.warnings.map((warning) => (
        <p key={warning}>{text(t.warnings[warning])}</p>
      ))}
      {shown.claim ? <p>{text(t.claimed(shown.claim.assignee.name, format.dateTime(shown.claim.since)))}</p> : null}
      {shown.offline && !isFailure(shown) ? <p className="portal-checkpoint__small">{text(t.offline)}</p> : null}
    </>
  );
}

function Facts({ shown }: { shown: GateCheckResult }) {
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  const rows: { label: Bilingual; value: ReactNode }[] = [
    ...(shown.travellerCode ? [{ label: t.passport, value: <strong>{[shown.travellerCode, shown.nationalityName].filter(Boolean).join(' · ')}</strong> }] : []),
    ...(shown.birthDate ? [{ label: t.born, value: formatDate(shown.birthDate, language) }] : []),
    ...(shown.travelDate ? [{ label: t.day, value: [formatDate(shown.travelDate, language), shown.flightNumber].filter(Boolean).join(' · ') }] : []),
    ...(shown.documentStatus ? [{ label: t.status, value: <StatusTag status={shown.documentStatus} /> }] : []),
  ];
  return (
    <div className="portal-checkpoint__facts">
      <p className="portal-checkpoint__signs">
        {shown.lane ? <LaneChip lane={shown.lane} /> : null}
        {(shown.flags ?? []).map((flag) => (
          <Tag key={flag} tone={flag === 'MERCHANDISE' ? 'red' : 'amber'}>
            {text(groupTexts.flags[flag])}
          </Tag>
        ))}
        {shown.name ? <span className="portal-muted">{shown.reference}</span> : null}
      </p>
      <dl className="portal-checkpoint__list">
        {rows.map(({ label, value }) => (
          <div key={label.en}>
            <dt>{text(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {shown.last ? <p className="govuk-body">{text(t.last(format.dateTime(shown.last.at), shown.last.by))}</p> : null}
      {shown.group ? (
        <p className="govuk-body">
          <Link className="govuk-link" to={fromGate(shown.group.screen)}>
            {text(t.group)}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

interface ReasonProps {
  label: Bilingual;
  /** Usual reasons, to choose with one press. */
  choices?: readonly Bilingual[];
  value: string;
  onChange(value: string): void;
  missing?: boolean;
  onSubmit(): void;
}

/** Returns what was typed before a scanner typed a code, with its link, at the end. */
const withoutScan = (value: string): string => value.match(/^(.*?)https?\S*$/is)?.[1]?.trimEnd() ?? '';

function Reason({ label, choices = [], value, onChange, missing = false, onSubmit }: ReasonProps) {
  const text = useText();
  const id = fieldId('gate-reason');
  const error = `${id}-error`;
  return (
    <form
      className={`govuk-form-group${missing && !value ? ' govuk-form-group--error' : ''}`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // A hand scanner types the code of the next person into the field, and ends with Enter.
        if (tokenIn(value)) onChange(withoutScan(value));
        else onSubmit();
      }}
    >
      <label className="govuk-label" htmlFor={id}>
        {text(label)}
      </label>
      {missing && !value ? (
        <p id={error} className="govuk-error-message">
          {text(t.needsReason)}
        </p>
      ) : null}
      <input
        id={id}
        className="govuk-input"
        value={value}
        maxLength={500}
        autoComplete="off"
        aria-describedby={missing && !value ? error : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <span className="portal-checkpoint__usual">
        {choices.map((words) => (
          <button key={words.en} type="button" className="portal-checkpoint__choice" onClick={() => onChange(text(words))}>
            {text(words)}
          </button>
        ))}
      </span>
    </form>
  );
}

interface ComparedValues {
  travellerCode: string;
  birthDate: string;
}

/** Returns what a comparison lacks. Without it, the answer would be that the code belongs to another passport. */
export const compareFaults = ({ travellerCode, birthDate }: ComparedValues): { field: keyof ComparedValues; message: Bilingual }[] => [
  ...(/[\p{L}\p{N}]/u.test(travellerCode) ? [] : [{ field: 'travellerCode' as const, message: t.needsPassport }]),
  ...(isDay(birthDate) ? [] : [{ field: 'birthDate' as const, message: t.needsBirthDate }]),
];

/** Compares the passport with the personal data in the seal. It is needed without a connection, when the name is not known. */
function Compare({ person }: { person: Uint8Array }) {
  const text = useText();
  const form = useForm<ComparedValues>({ defaultValues: { travellerCode: '', birthDate: '' } });
  const [answer, setAnswer] = useState<boolean>();
  const compare = async (event: FormEvent) => {
    event.preventDefault();
    const values = form.getValues();
    const faults = compareFaults(values);
    form.clearErrors();
    for (const [index, { field, message }] of faults.entries()) form.setError(field, { message: text(message) }, { shouldFocus: index === 0 });
    setAnswer(faults.length > 0 ? undefined : await isOfPerson(person, values.travellerCode, values.birthDate));
  };
  return (
    <FormProvider {...form}>
      {/* The answer is about the values that were compared. */}
      <form noValidate className="portal-checkpoint__compare" onSubmit={(event) => void compare(event)} onInput={() => setAnswer(undefined)}>
        <TextField name="travellerCode" label={t.passportNumber} width={10} />
        <DateField name="birthDate" label={t.birthDate} />
        <Button type="submit" variant="secondary">
          {text(t.compare)}
        </Button>
        <p role="status" className="govuk-body govuk-!-font-weight-bold">
          {answer === undefined ? null : text(answer ? t.isPerson : t.isNotPerson)}
        </p>
      </form>
    </FormProvider>
  );
}
