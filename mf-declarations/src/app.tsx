import { LoadingPanel, Navigate, NotFound, Route, Routes } from '@portal/web-kit';
import { lazy, Suspense } from 'react';
// Most travellers come for these pages: they are bundled with the area, so that they need no further download. React waits 300 ms before it shows one that comes later.
import ArrivalQr from './arrival/qr.screen.tsx';
import ArrivalRegister from './arrival/register.screen.tsx';
import { arrivals, departures } from './shared/declaration.api.ts';

const ArrivalGroup = lazy(() => import('./arrival/group.screen.tsx'));
const ArrivalAddPerson = lazy(() => import('./arrival/add-person.screen.tsx'));
const ArrivalFinder = lazy(() => import('./arrival/finder.screen.tsx'));
const ArrivalList = lazy(() => import('./arrival/list.screen.tsx'));
const loadArrival = () => import('./arrival/document.screen.tsx');
const ArrivalDocument = lazy(loadArrival);
const DepartureRegister = lazy(() => import('./departure/register.screen.tsx'));
const DepartureQr = lazy(() => import('./departure/qr.screen.tsx'));
const DepartureGroup = lazy(() => import('./departure/group.screen.tsx'));
const DepartureAddPerson = lazy(() => import('./departure/add-person.screen.tsx'));
const DepartureFinder = lazy(() => import('./departure/finder.screen.tsx'));
const DepartureList = lazy(() => import('./departure/list.screen.tsx'));
const loadDeparture = () => import('./departure/document.screen.tsx');
const DepartureDocument = lazy(loadDeparture);
const Gate = lazy(() => import('./gate/gate.screen.tsx'));
const Imports = lazy(() => import('./import/imports.screen.tsx'));
const Import = lazy(() => import('./import/import.screen.tsx'));
const Later = lazy(() => import('./shared/later.screen.tsx'));
const Waiting = lazy(() => import('./shared/waiting.screen.tsx'));
const Checkpoint = lazy(() => import('./checkpoint/checkpoint.screen.tsx'));
const CheckpointCases = lazy(() => import('./checkpoint/cases.screen.tsx'));
const Scan = lazy(() => import('./scan/scan.screen.tsx'));

/** Every screen of the area and its address. The other screens are loaded when they are first opened. */
export function App() {
  return (
    <Suspense fallback={<LoadingPanel />}>
      <Routes>
        <Route path="/eservice/traveller" element={<Navigate to="/eservice/traveller/declaration" replace />} />
        <Route path="/eservice/traveller/declaration" element={<ArrivalRegister />} />
        <Route path="/eservice/traveller/declaration/search" element={<ArrivalFinder />} />
        <Route path="/eservice/traveller/declaration/later" element={<Later of={arrivals} />} />
        <Route path="/eservice/traveller/declaration/waiting" element={<Waiting of={arrivals} />} />
        <Route path="/eservice/traveller/declaration/qr/:id" element={<ArrivalQr />} />
        <Route path="/eservice/traveller/declaration/group/:id" element={<ArrivalGroup />} />
        <Route path="/eservice/traveller/declaration/group/:id/add" element={<ArrivalAddPerson />} />
        <Route path="/eservice/departure" element={<Navigate to="/eservice/departure/declaration" replace />} />
        <Route path="/eservice/departure/declaration" element={<DepartureRegister />} />
        <Route path="/eservice/departure/declaration/search" element={<DepartureFinder />} />
        <Route path="/eservice/departure/declaration/later" element={<Later of={departures} />} />
        <Route path="/eservice/departure/declaration/waiting" element={<Waiting of={departures} />} />
        <Route path="/eservice/departure/declaration/qr/:id" element={<DepartureQr />} />
        <Route path="/eservice/departure/declaration/group/:id" element={<DepartureGroup />} />
        <Route path="/eservice/departure/declaration/group/:id/add" element={<DepartureAddPerson />} />
        <Route path="/other/traveller" element={<Navigate to="/other/traveller/declaration" replace />} />
        <Route path="/other/traveller/declaration" element={<ArrivalList loadDocumentScreen={loadArrival} />} />
        <Route path="/other/traveller/declaration/group/:id" element={<Gate of={arrivals} />} />
        <Route path="/other/traveller/declaration/:mode" element={<ArrivalDocument />} />
        <Route path="/other/traveller/declaration/:mode/:id" element={<ArrivalDocument />} />
        <Route path="/other/traveller/import" element={<Imports />} />
        <Route path="/other/traveller/import/:id" element={<Import />} />
        <Route path="/other/traveller/scan" element={<Scan />} />
        <Route path="/staff/gate" element={<Checkpoint />} />
        <Route path="/staff/gate/cases" element={<CheckpointCases />} />
        <Route path="/other/departure" element={<Navigate to="/other/departure/declaration" replace />} />
        <Route path="/other/departure/declaration" element={<DepartureList loadDocumentScreen={loadDeparture} />} />
        <Route path="/other/departure/declaration/group/:id" element={<Gate of={departures} />} />
        <Route path="/other/departure/declaration/:mode" element={<DepartureDocument />} />
        <Route path="/other/departure/declaration/:mode/:id" element={<DepartureDocument />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
