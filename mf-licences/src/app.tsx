import { inTasks, lazyScreen, Navigate, NotFound, Route, Routes } from '@portal/web-kit';

// The contract is loaded in a task of its own: its rules are a large part of the code that runs before the form can be used.
const Register = lazyScreen(() =>
  inTasks(
    () => import(/* webpackChunkName: "register", webpackExports: "ProfessionalLicence" */ 'svc-licences/contract'),
    () => import(/* webpackChunkName: "register" */ './licence/register.screen.tsx'),
  ),
);
const Qr = lazyScreen(() => import('./licence/qr.screen.tsx'));
const Finder = lazyScreen(() => import('./licence/finder.screen.tsx'));
const List = lazyScreen(() => import('./licence/list.screen.tsx'));
const PublicDocument = lazyScreen(() => import('./licence/public-document.screen.tsx'));
const Document = lazyScreen(() => import('./licence/document.screen.tsx'));

/** Routes of the area: one for each screen. A screen is lazy loaded when it is first opened. */
export function App() {
  return (
    <Routes>
      <Route path="/eservice/medical" element={<Navigate to="/eservice/medical/professional" replace />} />
      <Route path="/eservice/medical/professional" element={<Register />} />
      <Route path="/eservice/medical/professional/register" element={<Register />} />
      <Route path="/eservice/medical/professional/search" element={<Finder />} />
      <Route path="/eservice/medical/professional/qr/:id" element={<Qr />} />
      <Route path="/eservice/medical/professional/:action/:id" element={<PublicDocument />} />
      <Route path="/licenser" element={<Navigate to="/licenser/professional" replace />} />
      <Route path="/licenser/professional" element={<List loadDocumentScreen={Document.preload} />} />
      <Route path="/licenser/professional/waiting/:desk" element={<List loadDocumentScreen={Document.preload} />} />
      <Route path="/licenser/professional/new" element={<Document />} />
      <Route path="/licenser/professional/:action/:id" element={<Document />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
