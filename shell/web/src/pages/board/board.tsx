import { addTexts, asProblem, FailurePanel, LoadingPanel, RequireRole, StaffPage, useSearchParams, useText } from '@portal/web-kit';
import type { Area } from '../../area.ts';
import { useBoardAreas } from '../../layout/staff-menu.ts';
import { texts } from './board.texts.ts';
import './board.scss';
import { type Period, periods, useAreaNumbers } from './board-data.ts';
import { KindCharts } from './kind-charts.tsx';

addTexts('shell', texts);

/** Shows the progress of the work in each area: that of all officers for supervisors, and the own work for officers. */
export default function BoardPage() {
  const text = useText();
  const areas = useBoardAreas();
  const [params, setParams] = useSearchParams();
  const asked = params.get('period') ?? '';
  const period: Period = asked in periods ? (asked as Period) : 'week';
  return (
    <RequireRole anyOf={areas.length > 0 ? [] : ['nobody']}>
      <StaffPage title="board.title">
        <p className="govuk-body">{text('board.lead')}</p>
        <p className="shell-board__period">
          <label className="govuk-label" htmlFor="board-period">
            {text('board.period')}
          </label>
          <select id="board-period" className="govuk-select" value={period} onChange={({ target }) => setParams({ period: target.value }, { replace: true })}>
            {(Object.keys(periods) as Period[]).map((each) => (
              <option key={each} value={each}>
                {text(`board.periods.${each}`)}
              </option>
            ))}
          </select>
        </p>
        {areas.map(({ area, kinds }) => (
          <AreaCharts key={area.name} area={area} kinds={kinds} period={period} />
        ))}
      </StaffPage>
    </RequireRole>
  );
}

function AreaCharts({ area, kinds, period }: { area: Area; kinds: Area['kinds']; period: Period }) {
  const text = useText();
  const numbers = useAreaNumbers(area.api, period);
  if (numbers.data) return kinds.map((kind) => <KindCharts key={kind.path} kind={kind} numbers={numbers.data} />);
  if (!numbers.error) return <LoadingPanel />;
  return (
    <section aria-label={text(area.title)}>
      <p className="govuk-body">{text('board.down', { area: text(area.title) })}</p>
      <FailurePanel problem={asProblem(numbers.error)} retry={() => void numbers.refetch()} />
    </section>
  );
}
