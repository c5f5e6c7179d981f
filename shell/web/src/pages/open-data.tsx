import {
  addTexts,
  asProblem,
  EmptyState,
  type ListResult,
  LoadingPanel,
  PublicPage,
  SimpleTable,
  useLanguage,
  useQueries,
  useText,
  WarningText,
} from '@portal/web-kit';
import { shellApi } from '../areas/clients.ts';
import { useRegistry } from '../layout/use-registry.ts';
import { texts } from './open-data.texts.ts';

addTexts('shell', texts);

interface Dataset {
  name: string;
  title: string;
  by: 'day' | 'month' | null;
  columns: string[];
  fewest: number;
  roundedTo: number;
  licence: { name: string; url: string };
}

/** Marks names of columns as left-to-right, because the text around them may be read from right to left. */
const leftToRight = (names: string): string => `\u2066${names}\u2069`;

/** Loads the tables of every area that has documents. If a service is down, only its own tables are missing. A service that publishes none answers 404. */
function useDatasets() {
  const { language } = useLanguage();
  const apis = (useRegistry()?.areas ?? []).filter(({ kinds }) => kinds?.length).map(({ api }) => api);
  const lists = useQueries({
    queries: apis.map((api) => ({
      queryKey: ['open data', api, language],
      queryFn: ({ signal }: { signal: AbortSignal }) => shellApi(api).get<ListResult<Dataset>>('/v1/open-data', { signal }),
      retry: false,
    })),
  });
  return {
    datasets: apis.flatMap((api, i) => (lists[i]?.data?.records ?? []).map((dataset) => ({ ...dataset, address: `${api}/v1/open-data/${dataset.name}` }))),
    loading: lists.some(({ isPending }) => isPending),
    down: lists.some(({ error }) => error && asProblem(error).status !== 404),
  };
}

/** Page of the open data: tables that everybody may use. */
export default function OpenDataPage() {
  const text = useText();
  const { datasets, loading, down } = useDatasets();
  const [first] = datasets;
  return (
    <PublicPage title="openData.title">
      <p className="govuk-body-l">{text('openData.lead')}</p>
      {loading ? <LoadingPanel /> : null}
      {down ? <WarningText>{text('openData.down')}</WarningText> : null}
      {!loading && !first && !down ? <EmptyState title="openData.none" /> : null}
      {first ? (
        <>
          <SimpleTable
            caption="openData.title"
            captionHidden
            rows={datasets}
            rowKey={({ address }) => address}
            columns={[
              {
                title: 'openData.table',
                render: ({ title, by, columns }) => (
                  <>
                    <strong>{title}</strong>
                    <br />
                    {text(`openData.${by ?? 'now'}`)}. {text('openData.columns', { columns: leftToRight(columns.join(', ')) })}
                  </>
                ),
              },
              {
                title: 'openData.files',
                render: ({ title, address }) =>
                  ['csv', 'json'].map((format) => (
                    <span key={format}>
                      <a className="govuk-link" href={`${address}.${format}`}>
                        {format.toUpperCase()}
                        <span className="govuk-visually-hidden"> {text('openData.of', { title })}</span>
                      </a>{' '}
                    </span>
                  )),
              },
            ]}
          />
          <h2 className="govuk-heading-m">{text('openData.howTitle')}</h2>
          <p className="govuk-body">{text('openData.how', { fewest: first.fewest, rounded: first.roundedTo })}</p>
          <h2 className="govuk-heading-m">{text('openData.licenceTitle')}</h2>
          <p className="govuk-body">
            <a className="govuk-link" href={first.licence.url} rel="license external">
              {first.licence.name}
            </a>
            {': '}
            {text('openData.licence')}
          </p>
        </>
      ) : null}
    </PublicPage>
  );
}
