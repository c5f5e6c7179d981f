import { asProblem, ConfirmDialog, problemErrors, useLanguage, useText } from '@portal/web-kit';
import { useId, useState } from 'react';
import { shellApi } from '../../areas/clients.ts';
import { type AreaState, type Decision, type StoredVersion, shares } from './area-data.ts';

/** What an operator is about to do. */
export type Step = Decision | 'confirm' | 'refuse';

interface DialogProps {
  area: AreaState;
  step: Step;
  /** The version that the row names. */
  version?: string;
  /** Whether another person must confirm it. */
  needsSecond: boolean;
  versions: readonly StoredVersion[];
  onClose: () => void;
  onDone: () => void;
}

const isWarning = (step: Step): boolean => step === 'stop' || step === 'rollback' || step === 'abort';

/** Asks why, and does it. */
export function DecisionDialog({ area, step, version: named, needsSecond, versions, onClose, onDone }: DialogProps) {
  const text = useText();
  const { language } = useLanguage();
  const id = useId();
  const [why, setWhy] = useState('');
  const [fault, setFault] = useState('');
  const [share, setShare] = useState<number>(shares[0]);
  const others = versions.filter(({ version }) => version !== area.version);
  const [version, setVersion] = useState(named ?? (step === 'canary' ? area.canary?.version : undefined) ?? others[0]?.version ?? '');
  const choosesVersion = step === 'rollback' || step === 'canary';
  const confirm = async () => {
    const body = { why, state: area.state, ...(choosesVersion ? { version } : {}), ...(step === 'canary' ? { share } : {}) };
    // A stop counts whatever else has changed meanwhile.
    if (step === 'stop' && !needsSecond) delete (body as Partial<typeof body>).state;
    try {
      await shellApi('/operations').post(`/areas/${area.name}/actions/${step}`, body);
      onDone();
    } catch (error) {
      const problem = asProblem(error);
      setFault(problemErrors(problem, language)[0]?.message ?? problem.message);
    }
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={{ en: text(`operations.ask.${step}`, { area: text(area.title) }), pt: text(`operations.ask.${step}`, { area: text(area.title) }) }}
      confirmLabel={`operations.do.${step}`}
      variant={isWarning(step) ? 'warning' : 'primary'}
    >
      <p className="govuk-body">{text(`operations.means.${step}`)}</p>
      {needsSecond ? <p className="govuk-body">{text('operations.needsSecond')}</p> : null}
      {choosesVersion ? (
        <div className="govuk-form-group">
          <label className="govuk-label" htmlFor={`${id}-version`}>
            {text('operations.version')}
          </label>
          <select className="govuk-select" id={`${id}-version`} value={version} onChange={(event) => setVersion(event.target.value)}>
            {others.map((one) => (
              <option key={one.version} value={one.version}>
                {one.version}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      {step === 'canary' ? (
        <div className="govuk-form-group">
          <label className="govuk-label" htmlFor={`${id}-share`}>
            {text('operations.share')}
          </label>
          <select className="govuk-select" id={`${id}-share`} value={share} onChange={(event) => setShare(Number(event.target.value))}>
            {shares.map((each) => (
              <option key={each} value={each}>
                {each} %
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <div className={`govuk-form-group${fault ? ' govuk-form-group--error' : ''}`}>
        {step === 'confirm' ? null : (
          <>
            <label className="govuk-label" htmlFor={id}>
              {text('operations.reason')}
            </label>
            <div className="govuk-hint" id={`${id}-hint`}>
              {text('operations.reasonHint')}
            </div>
          </>
        )}
        <div role="alert" id={`${id}-error`}>
          {fault ? <p className="govuk-error-message">{fault}</p> : null}
        </div>
        {step === 'confirm' ? null : (
          <textarea
            className="govuk-textarea"
            id={id}
            rows={2}
            maxLength={500}
            value={why}
            onChange={(event) => setWhy(event.target.value)}
            aria-describedby={`${id}-hint ${id}-error`}
            aria-invalid={fault ? true : undefined}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
