import { areAnswersKept, Button, formatTime, LoadingPanel, PublicPage, useKeeping, useText } from '@portal/web-kit';
import { useState } from 'react';
import type { Area } from '../area.ts';
import type { AreaStatus, FailedArea } from '../areas/status.ts';

/** Shown while an area's screens are loading, when they failed to load, or when the area is stopped. */
export function AreaPanel({ area, status, drawn }: { area: Area; status: AreaStatus | undefined; drawn: string | undefined }) {
  const text = useText();
  const name = text(area.title);
  if (area.stopped) return <AreaStopped name={name} area={area} />;
  // The area's prerendered HTML is already in the page, and its script is still loading.
  if (status ? status.phase === 'loading' && status.drawn : drawn === area.name) return null;
  if (status?.name !== area.name || status.phase === 'loading') return <LoadingPanel label={text('area.loading', { area: name })} />;
  return status.phase === 'failed' ? <AreaFailure name={name} area={area} status={status} /> : null;
}

/** Says that operators have stopped the area. The area opens again by itself. */
function AreaStopped({ name, area }: { name: string; area: Area }) {
  const text = useText();
  // Read once, because the area's form is removed with its draft's note.
  const [kept] = useState(areAnswersKept);
  const keeps = useKeeping();
  return (
    <section role="alert" data-area-stopped={area.name}>
      <PublicPage title={text('area.stopped', { area: name })}>
        <p className="govuk-body">{text('area.stoppedMore')}</p>
        <p className="govuk-body">{text(kept && keeps ? 'area.stoppedDraft' : 'area.stoppedNotKept')}</p>
        <p className="govuk-body">
          <a className="govuk-link" href="/">
            {text('area.home')}
          </a>
        </p>
      </PublicPage>
    </section>
  );
}

function AreaFailure({ name, area, status }: { name: string; area: Area; status: FailedArea }) {
  const text = useText();
  const keeps = useKeeping();
  const plain = area.menu.filter((entry) => entry.plain);
  const [when] = useState(() => formatTime(new Date()));
  return (
    <section role="alert" data-area-failed={area.name}>
      <PublicPage title={text('area.failed', { area: name })}>
        <p className="govuk-body">{text(status.kept && keeps ? 'area.failedMore' : 'area.failedNotKept')}</p>
        <div className="govuk-button-group">
          <Button onClick={status.retry}>{text('area.retry')}</Button>
          <a className="govuk-link" href="/">
            {text('area.home')}
          </a>
        </div>
        {plain.length > 0 ? (
          <>
            <p className="govuk-body">{text('area.plain')}</p>
            <ul className="govuk-list govuk-list--bullet">
              {plain.map(({ path, title }) => (
                <li key={path}>
                  <a className="govuk-link" href={`${path}/plain`}>
                    {text(title)}
                  </a>
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <p className="govuk-body-s">{text('area.reference', { when })}</p>
      </PublicPage>
    </section>
  );
}
