import type { CatalogueRecord } from '@portal/contract-kit';
import { recordName } from '../catalogue/criteria.ts';
import { fieldId } from '../components/page-error.ts';
import { ErrorText } from '../forms/field.tsx';
import { type TextFunction, useKitText, useLanguage } from '../language/i18n.ts';
import { useSession } from '../session/session.tsx';
import { Key, KeyCap } from './work/key.tsx';
import { useKeyChoices } from './work/key-choices.ts';

export const commentId = fieldId('comment');
const decisionId = fieldId('decision');

/** One comment field for all actions. Some actions require the comment, for the others it is optional. */
export function CommentBox({
  value,
  onChange,
  error,
  neededFor,
  neededUnlessConfirmed = [],
  always,
  reason = false,
  withKey,
  longest = 2000,
  toApplicant,
  toStaff,
}: {
  value: string;
  onChange: (text: string) => void;
  error?: string;
  neededFor: readonly string[];
  /** Actions that require a comment if a requirement is not confirmed. */
  neededUnlessConfirmed?: readonly string[];
  always: boolean;
  /** Whether the comment is the reason for a change. */
  reason?: boolean;
  /** Whether the label shows the keyboard shortcut that focuses the field. */
  withKey: boolean;
  /** Maximum number of characters that the service takes. */
  longest?: number;
  /** Actions whose comment the applicant can read, and below the other actions. */
  toApplicant: readonly string[];
  toStaff: readonly string[];
}) {
  const kit = useKitText();
  const { roles } = useSession();
  const hints = [
    !always && neededFor.length > 0 ? kit('actions.commentNeeded', { actions: neededFor.join(', ') }) : '',
    neededUnlessConfirmed.length > 0 ? kit('actions.commentUnlessConfirmed', { actions: neededUnlessConfirmed.join(', ') }) : '',
    // An officer's comment may be for the applicant or for staff; an applicant's comment is always for the office.
    roles.length === 0 ? '' : readersOf(toApplicant, toStaff, kit),
  ].filter(Boolean);
  const described = [hints.length > 0 ? `${commentId}-hint` : '', error ? `${commentId}-error` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <div className={`govuk-form-group${error ? ' govuk-form-group--error' : ''}`}>
      <label className="govuk-label" htmlFor={commentId}>
        {kit(reason ? 'actions.reason' : neededFor.length + neededUnlessConfirmed.length > 0 ? 'actions.comment' : 'actions.commentOptional')}
        {withKey ? <Key of="comment" /> : null}
      </label>
      {hints.length > 0 ? (
        <div className="govuk-hint" id={`${commentId}-hint`}>
          {hints.join(' ')}
        </div>
      ) : null}
      <ErrorText id={`${commentId}-error`} message={error} />
      <textarea
        className={`govuk-textarea${error ? ' govuk-textarea--error' : ''}`}
        id={commentId}
        name="comment"
        rows={3}
        maxLength={longest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={described}
        aria-invalid={error ? true : undefined}
        aria-required={always || undefined}
      />
    </div>
  );
}

/** Says who will read the comment, which depends on the action. */
function readersOf(toApplicant: readonly string[], toStaff: readonly string[], kit: TextFunction): string {
  if (toApplicant.length === 0) return kit('actions.staffReads');
  if (toStaff.length === 0) return kit('actions.applicantReads');
  return kit('actions.applicantReadsSome', { actions: toApplicant.join(', ') });
}

/** The choices of a decision, as radio buttons. */
export function ChoiceBox({
  legend,
  records,
  value,
  error,
  numbered,
  onChange,
}: {
  legend: string;
  records: readonly CatalogueRecord[];
  value: string;
  error?: string;
  /** Whether a digit key selects each choice. */
  numbered: boolean;
  onChange: (code: string) => void;
}) {
  const { off } = useKeyChoices();
  const { language } = useLanguage();
  return (
    <div className={`govuk-form-group${error ? ' govuk-form-group--error' : ''}`} id={decisionId}>
      <fieldset className="govuk-fieldset" aria-describedby={error ? `${decisionId}-error` : undefined}>
        <legend className="govuk-fieldset__legend govuk-fieldset__legend--s">{legend}</legend>
        <ErrorText id={`${decisionId}-error`} message={error} />
        <div className="govuk-radios govuk-radios--small">
          {records.map((record, index) => (
            <div key={record.code} className="govuk-radios__item">
              <input
                className="govuk-radios__input"
                id={`${decisionId}-${record.code}`}
                name="decision"
                type="radio"
                value={record.code}
                checked={value === record.code}
                onChange={() => onChange(record.code)}
              />
              <label className="govuk-label govuk-radios__label" htmlFor={`${decisionId}-${record.code}`}>
                {recordName(record, language)}
                {numbered && !off && index < 9 ? <KeyCap label={String(index + 1)} /> : null}
              </label>
            </div>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
