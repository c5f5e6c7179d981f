import { useText } from '@portal/web-kit';
import { ReasonDialog } from '@portal/web-kit/staff';
import { useId, useState } from 'react';
import { shellApi } from '../../areas/clients.ts';
import { type AreaState, type Decision, type StoredVersion, shares } from './area-data.ts';
import { useRequestWords } from './area-standing.tsx';

/** A step that an operator is about to take: a decision, or the answer to a request. */
export type Step = Decision | 'confirm' | 'refuse';

interface DialogProps {
  /** The area as the operator saw it when pressing the button. The page may have been updated since; the step is refused if the area has changed. */
  area: AreaState;
  step: Step;
  /** The version in the row of the pressed button. */
  version?: string;
  /** Whether another person must confirm the step. */
  needsSecond: boolean;
  versions: readonly StoredVersion[];
  onClose: () => void;
  onDone: () => void;
}

const isWarning = (step: Step): boolean => step === 'stop' || step === 'rollback' || step === 'abort';

/** Dialog that asks for the reason and then takes the step. */
export function DecisionDialog({ area, step, version: named, needsSecond, versions, onClose, onDone }: DialogProps) {
  const text = useText();
  const requestWords = useRequestWords();
  const id = useId();
  const [share, setShare] = useState<number>(shares[0]);
  const others = versions.filter(({ version }) => version !== area.version);
  const [version, setVersion] = useState(named ?? (step === 'canary' ? area.canary?.version : undefined) ?? others[0]?.version ?? '');
  const choosesVersion = step === 'rollback' || step === 'canary';
  const confirm = async (why: string) => {
    // A stop that needs no second person applies even when the state has changed meanwhile.
    const seen = step === 'stop' && !needsSecond ? {} : { state: area.state };
    const body = { why, ...seen, ...(choosesVersion ? { version } : {}), ...(step === 'canary' ? { share } : {}) };
    await shellApi('/operations').post(`/areas/${area.name}/actions/${step}`, body);
    onDone();
  };
  const asks = step !== 'confirm';
  const answered = step === 'confirm' || step === 'refuse' ? area.request : null;
  return (
    <ReasonDialog
      title={{ en: text(`operations.ask.${step}`, { area: text(area.title) }), pt: text(`operations.ask.${step}`, { area: text(area.title) }) }}
      confirmLabel={`operations.do.${step}`}
      variant={isWarning(step) ? 'warning' : 'primary'}
      label={asks ? 'operations.reason' : undefined}
      hint={asks ? 'operations.reasonHint' : undefined}
      onClose={onClose}
      onConfirm={confirm}
    >
      {answered ? <p className="govuk-body">{requestWords(answered)}</p> : null}
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
    </ReasonDialog>
  );
}
