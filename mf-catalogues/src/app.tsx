import { lazyScreen, NotFound, Route, Routes } from '@portal/web-kit';

const Catalogues = lazyScreen(() => import('./catalogue/catalogues.screen.tsx'));
const Records = lazyScreen(() => import('./catalogue/records.screen.tsx'));
const NewRecord = lazyScreen(() => import('./record/new-record.screen.tsx'));
const OneRecord = lazyScreen(() => import('./record/record.screen.tsx'));
const Import = lazyScreen(() => import('./import/import.screen.tsx'));
const Preview = lazyScreen(() => import('./preview/preview.screen.tsx'));
const Proposals = lazyScreen(() => import('./proposal/proposals.screen.tsx'));
const OneProposal = lazyScreen(() => import('./proposal/proposal.screen.tsx'));

/** Routes of the area: one for each screen. A screen is lazy loaded when it is first opened. */
export function App() {
  return (
    <Routes>
      <Route path="/staff/catalogues" element={<Catalogues />} />
      <Route path="/staff/catalogues/proposals" element={<Proposals />} />
      <Route path="/staff/catalogues/proposals/:id" element={<OneProposal />} />
      <Route path="/staff/catalogues/preview" element={<Preview />} />
      <Route path="/staff/catalogues/:name" element={<Records />} />
      <Route path="/staff/catalogues/:name/new" element={<NewRecord />} />
      <Route path="/staff/catalogues/:name/import" element={<Import />} />
      <Route path="/staff/catalogues/:name/record/:code" element={<OneRecord />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
