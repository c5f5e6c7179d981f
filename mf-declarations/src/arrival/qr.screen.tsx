import { asProblem, FailurePanel, Link, LoadingPanel, PublicPage, QrPage, useLanguage, useParams, useText } from '@portal/web-kit';
import { FinderAccess, useOpenedByFinder } from '@portal/web-kit/forms';
import { laneOf } from 'svc-declarations/contract';
import { actionFor, useDeclaration } from '../shared/declaration.api.ts';
import { shared } from '../shared/texts.ts';
import { type ArrivalEnvelope, arrivalPath } from './arrival.api.ts';
import { t } from './texts.ts';

const home = '/eservice/traveller/declaration';

/** What the traveller shows at the border: the code, the reference, the lane. */
export default function ArrivalQrScreen() {
  const { id = '' } = useParams();
  const text = useText();
  // The note names the authority; it is said anew when the language changes.
  useLanguage();
  const opened = useOpenedByFinder(id);
  const loaded = useDeclaration<ArrivalEnvelope['model']>('traveller', id);
  if (!loaded.data) {
    return (
      <PublicPage title={t.qrTitle} back={home}>
        {loaded.error ? (
          <>
            <FailurePanel problem={asProblem(loaded.error)} retry={() => void loaded.refetch()} />
            {opened ? (
              <p className="govuk-body">
                <Link className="govuk-link" to={`${home}/search`}>
                  {text(shared.findAgain)}
                </Link>
              </p>
            ) : null}
          </>
        ) : (
          <LoadingPanel />
        )}
      </PublicPage>
    );
  }
  const { model, actions } = loaded.data;
  const print = actionFor(actions, 'print-form', 'view');
  return (
    <QrPage
      title={t.qrTitle}
      qrUrl={`${arrivalPath(id)}/qr`}
      reference={model.serialReference.reference}
      lane={model.lane ?? laneOf(model)}
      note={t.qrNote()}
      download={{ method: print?.method ?? 'GET', url: print?.url ?? `${arrivalPath(id)}/print-form` }}
      fileName={`${model.serialReference.reference}.pdf`}
      add={home}
    >
      <FinderAccess id={id} find="/v1/traveller/declaration/find" searchPage={`${home}/search`} to={(own) => `${home}/qr/${own}`} />
      {actionFor(actions, 'update', 'update') ? (
        <p className="govuk-body portal-no-print">
          <Link className="govuk-link" to={`${home}?id=${encodeURIComponent(id)}`}>
            {text(t.changeAnswers)}
          </Link>
        </p>
      ) : null}
    </QrPage>
  );
}
