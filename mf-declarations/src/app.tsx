import { lazyScreen, Navigate, NotFound, Route, Routes } from '@portal/web-kit';
// Most travellers come for these pages: they are bundled with the area, so that they need no further download.
import ArrivalQr from './arrival/qr.screen.tsx';
import ArrivalRegister from './arrival/register.screen.tsx';
import { arrivals, departures } from './shared/declaration.api.ts';

const ArrivalGroup = lazyScreen(() => import('./arrival/group.screen.tsx'));
const ArrivalAddPerson = lazyScreen(() => import('./arrival/add-person.screen.tsx'));
const ArrivalFinder = lazyScreen(() => import('./arrival/finder.screen.tsx'));
const ArrivalList = lazyScreen(() => import('./arrival/list.screen.tsx'));
const ArrivalDocument = lazyScreen(() => import('./arrival/document.screen.tsx'));
const DepartureRegister = lazyScreen(() => import('./departure/register.screen.tsx'));
const DepartureQr = lazyScreen(() => import('./departure/qr.screen.tsx'));
const DepartureGroup = lazyScreen(() => import('./departure/group.screen.tsx'));
const DepartureAddPerson = lazyScreen(() => import('./departure/add-person.screen.tsx'));
const DepartureFinder = lazyScreen(() => import('./departure/finder.screen.tsx'));
const DepartureList = lazyScreen(() => import('./departure/list.screen.tsx'));
const DepartureDocument = lazyScreen(() => import('./departure/document.screen.tsx'));
const StaffGroup = lazyScreen(() => import('./staff-group/staff-group.screen.tsx'));
const Imports = lazyScreen(() => import('./import/imports.screen.tsx'));
const Import = lazyScreen(() => import('./import/import.screen.tsx'));
const LaterJourney = lazyScreen(() => import('./shared/later-journey.screen.tsx'));
const Waiting = lazyScreen(() => import('./shared/waiting.screen.tsx'));
const Gate = lazyScreen(() => import('./gate/gate.screen.tsx'));
const GateCases = lazyScreen(() => import('./gate/cases.screen.tsx'));
const LaneRules = lazyScreen(() => import('./lane-rules/list.screen.tsx'));
const LaneTable = lazyScreen(() => import('./lane-rules/table.screen.tsx'));
const LaneTableEditor = lazyScreen(() => import('./lane-rules/editor.screen.tsx'));
const LaneTableCompare = lazyScreen(() => import('./lane-rules/compare.screen.tsx'));
const WatchLists = lazyScreen(() => import('./lane-rules/watch-lists.screen.tsx'));
const WatchList = lazyScreen(() => import('./lane-rules/watch-list.screen.tsx'));
const Scan = lazyScreen(() => import('./scan/scan.screen.tsx'));

/** Routes of the area: one for each screen. The screens that are not imported above are lazy loaded when they are first opened. */
export function App() {
  return (
    <Routes>
      <Route path="/eservice/traveller" element={<Navigate to="/eservice/traveller/declaration" replace />} />
      <Route path="/eservice/traveller/declaration" element={<ArrivalRegister />} />
      <Route path="/eservice/traveller/declaration/search" element={<ArrivalFinder />} />
      <Route path="/eservice/traveller/declaration/later" element={<LaterJourney kind={arrivals} />} />
      <Route path="/eservice/traveller/declaration/waiting" element={<Waiting kind={arrivals} />} />
      <Route path="/eservice/traveller/declaration/qr/:id" element={<ArrivalQr />} />
      <Route path="/eservice/traveller/declaration/group/:id" element={<ArrivalGroup />} />
      <Route path="/eservice/traveller/declaration/group/:id/add" element={<ArrivalAddPerson />} />
      <Route path="/eservice/departure" element={<Navigate to="/eservice/departure/declaration" replace />} />
      <Route path="/eservice/departure/declaration" element={<DepartureRegister />} />
      <Route path="/eservice/departure/declaration/search" element={<DepartureFinder />} />
      <Route path="/eservice/departure/declaration/later" element={<LaterJourney kind={departures} />} />
      <Route path="/eservice/departure/declaration/waiting" element={<Waiting kind={departures} />} />
      <Route path="/eservice/departure/declaration/qr/:id" element={<DepartureQr />} />
      <Route path="/eservice/departure/declaration/group/:id" element={<DepartureGroup />} />
      <Route path="/eservice/departure/declaration/group/:id/add" element={<DepartureAddPerson />} />
      <Route path="/other/traveller" element={<Navigate to="/other/traveller/declaration" replace />} />
      <Route path="/other/traveller/declaration" element={<ArrivalList loadDocumentScreen={ArrivalDocument.preload} />} />
      <Route path="/other/traveller/declaration/group/:id" element={<StaffGroup kind={arrivals} />} />
      <Route path="/other/traveller/declaration/:mode" element={<ArrivalDocument />} />
      <Route path="/other/traveller/declaration/:mode/:id" element={<ArrivalDocument />} />
      <Route path="/other/traveller/import" element={<Imports />} />
      <Route path="/other/traveller/import/:id" element={<Import />} />
      <Route path="/other/traveller/scan" element={<Scan />} />
      <Route path="/staff/gate" element={<Gate />} />
      <Route path="/staff/gate/cases" element={<GateCases />} />
      <Route path="/staff/lane-rules" element={<LaneRules />} />
      <Route path="/staff/lane-rules/new" element={<LaneTableEditor />} />
      <Route path="/staff/lane-rules/watch-lists" element={<WatchLists />} />
      <Route path="/staff/lane-rules/watch-lists/:code" element={<WatchList />} />
      <Route path="/staff/lane-rules/:id" element={<LaneTable />} />
      <Route path="/staff/lane-rules/:id/edit" element={<LaneTableEditor />} />
      <Route path="/staff/lane-rules/:id/compare/:other" element={<LaneTableCompare />} />
      <Route path="/other/departure" element={<Navigate to="/other/departure/declaration" replace />} />
      <Route path="/other/departure/declaration" element={<DepartureList loadDocumentScreen={DepartureDocument.preload} />} />
      <Route path="/other/departure/declaration/group/:id" element={<StaffGroup kind={departures} />} />
      <Route path="/other/departure/declaration/:mode" element={<DepartureDocument />} />
      <Route path="/other/departure/declaration/:mode/:id" element={<DepartureDocument />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
