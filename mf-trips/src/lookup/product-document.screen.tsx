import { Button, ButtonGroup, productName, productSlug, SummaryCard, useApi, useDownload, useFormat, useText } from '@portal/web-kit';
import { LookupPage } from './lookup-page.tsx';
import { l } from './texts.ts';

interface Declaration {
  id: string;
  reference: string;
  declarant?: string;
  regime?: string;
  totalPackages?: number;
  grossMassKg?: number;
  customsValue?: number;
  currencyCode?: string;
  officeCode?: string;
  acceptedOn?: string;
  standing?: string;
}

const pathOf = (id: string): string => `/v1/${productSlug()}/declaration/${encodeURIComponent(id)}`;

/** Looks up a declaration of the product by the reference on the paper. */
export default function ProductDocumentScreen() {
  const api = useApi('/api/reference');
  return (
    <LookupPage
      title={l.documentTitle(productName())}
      intro={l.documentIntro}
      label={l.reference}
      hint={l.documentHint}
      missing={l.enterReference}
      find={async (reference) => (await api.get<{ model: Declaration }>(`${pathOf(reference)}/simpleDocument`)).model}
    >
      {(found) => <Found found={found} />}
    </LookupPage>
  );
}

function Found({ found }: { found: Declaration }) {
  const text = useText();
  const format = useFormat();
  const file = useDownload(useApi('/api/reference'));
  return (
    <>
      <SummaryCard
        title={l.declaration}
        rows={[
          { label: l.reference, value: found.reference },
          { label: l.declarant, value: found.declarant },
          { label: l.regime, value: found.regime },
          { label: l.totalPackages, value: format.number(found.totalPackages) },
          { label: l.grossMassKg, value: format.number(found.grossMassKg) },
          { label: l.customsValue, value: format.money(found.customsValue, found.currencyCode) },
          { label: l.officeCode, value: found.officeCode },
          { label: l.acceptedOn, value: format.date(found.acceptedOn) },
          { label: l.standing, value: found.standing },
        ]}
      />
      <ButtonGroup>
        <Button variant="secondary" busy={file.busy} onClick={() => file.download({ url: `${pathOf(found.id)}/contentData` }, `${found.reference}.pdf`)}>
          {text(l.download)}
        </Button>
      </ButtonGroup>
      <p role="status">{file.preparing ? text(l.preparing) : file.failed ? text('errors.download') : ''}</p>
    </>
  );
}
