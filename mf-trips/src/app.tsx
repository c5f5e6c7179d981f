import { inTasks, lazyScreen, Navigate, NotFound, Route, Routes } from '@portal/web-kit';

// The contract is loaded in a task of its own: its rules are a large part of the code that runs before the form can be used.
const Register = lazyScreen(() =>
  inTasks(
    () => import(/* webpackChunkName: "register", webpackExports: "TripBody" */ 'svc-trips/contract'),
    () => import(/* webpackChunkName: "register" */ './trip/register.screen.tsx'),
  ),
);
const PublicDocument = lazyScreen(() => import('./trip/public-document.screen.tsx'));
const Qr = lazyScreen(() => import('./trip/qr.screen.tsx'));
const List = lazyScreen(() => import('./trip/list.screen.tsx'));
const Document = lazyScreen(() => import('./trip/document.screen.tsx'));
const Validity = lazyScreen(() => import('./validity/validity.screen.tsx'));
const Cashier = lazyScreen(() => import('./payment/cashier.screen.tsx'));
const Unpaid = lazyScreen(() => import('./payment/unpaid.screen.tsx'));
const Shifts = lazyScreen(() => import('./payment/shifts.screen.tsx'));
const Shift = lazyScreen(() => import('./payment/shift.screen.tsx'));
const Receipts = lazyScreen(() => import('./payment/receipts.screen.tsx'));
const Receipt = lazyScreen(() => import('./payment/receipt.screen.tsx'));
const Card = lazyScreen(() => import('./payment/card.screen.tsx'));
const Medicine = lazyScreen(() => import('./lookup/medicine.screen.tsx'));
const ProductDocument = lazyScreen(() => import('./lookup/product-document.screen.tsx'));
const Membership = lazyScreen(() => import('./lookup/membership.screen.tsx'));

/** Routes of the area: one for each screen. A screen is lazy loaded when it is first opened. */
export function App() {
  return (
    <Routes>
      <Route path="/eservice/triptic" element={<Navigate to="/eservice/triptic/trip" replace />} />
      <Route path="/eservice/triptic/outbound" element={<Register key="E" movement="E" />} />
      <Route path="/eservice/triptic/inbound" element={<Register key="I" movement="I" />} />
      <Route path="/eservice/triptic/trip" element={<Register key="any" />} />
      <Route path="/eservice/triptic/trip/inqr/:id" element={<Qr />} />
      <Route path="/eservice/triptic/validity" element={<Validity />} />
      <Route path="/eservice/triptic/validity/:token" element={<Validity />} />
      <Route path="/eservice/triptic/trip/:mode/:id" element={<PublicDocument />} />

      <Route path="/triptic" element={<Navigate to="/triptic/trip/search-outbound" replace />} />
      <Route path="/triptic/trip" element={<Navigate to="/triptic/trip/search-outbound" replace />} />
      <Route path="/triptic/trip/search-outbound" element={<List key="E" movement="E" loadDocumentScreen={Document.preload} />} />
      <Route path="/triptic/trip/search" element={<List key="all" loadDocumentScreen={Document.preload} />} />
      <Route path="/triptic/trip/search-inbound" element={<List key="I" movement="I" loadDocumentScreen={Document.preload} />} />
      <Route path="/triptic/trip/inqr/:id" element={<Qr staff />} />
      <Route path="/triptic/trip/new" element={<Document mode="new" />} />
      <Route path="/triptic/trip/outbound" element={<Document mode="new" movement="E" />} />
      <Route path="/triptic/trip/inbound" element={<Document mode="new" movement="I" />} />
      <Route path="/triptic/trip/:mode/:id" element={<Document />} />
      <Route path="/triptic/trip/:mode/:id/:ver" element={<Document />} />

      <Route path="/payment" element={<Navigate to="/payment/receipt" replace />} />
      <Route path="/payment/receipt" element={<Cashier />} />
      <Route path="/payment/due" element={<Unpaid />} />
      <Route path="/payment/shifts" element={<Shifts />} />
      <Route path="/payment/shift/:id" element={<Shift />} />
      <Route path="/payment/invoice" element={<Card />} />
      <Route path="/account/receipt" element={<Receipts />} />
      <Route path="/account/receipt/view/:id" element={<Receipt />} />
      <Route path="/payment/lookup/medicine" element={<Medicine />} />
      <Route path="/payment/lookup/document" element={<ProductDocument />} />
      <Route path="/payment/lookup/membership" element={<Membership />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
