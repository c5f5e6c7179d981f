import type { DocumentEnvelope, OfferedAction, Receipt } from '@portal/contract-kit';
import { KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import ReceiptDecision from './receipt-decision.tsx';

it('the comment on a voided receipt takes as many characters as the service', () => {
  const action: OfferedAction = {
    name: 'void',
    label: 'Void',
    kind: 'submit',
    method: 'POST',
    url: '/v1/receipts/R-1/void',
    modes: ['view'],
    hideOnSubmit: false,
    commentRequired: true,
  };
  const envelope = { model: { id: 'R-1', version: 1 }, actions: [action] } as unknown as DocumentEnvelope<Receipt>;
  const page = renderToStaticMarkup(
    <KitProviders name="trips">
      <StaticRouter location="/">
        <ReceiptDecision envelope={envelope} onReload={() => undefined} />
      </StaticRouter>
    </KitProviders>,
  );
  expect(/<textarea[^>]*>/.exec(page)?.[0]).toContain('maxLength="1000"');
});
