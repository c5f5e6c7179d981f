import { LoadingPanel, Navigate, NotFound, Route, Routes } from '@portal/web-kit';
import { lazy, Suspense } from 'react';

const Register = lazy(() => import('./sample/register.screen.tsx'));
const PublicDocument = lazy(() => import('./sample/public-document.screen.tsx'));
const List = lazy(() => import('./sample/list.screen.tsx'));
const Document = lazy(() => import('./sample/document.screen.tsx'));

/** Every screen of the area and its address. A screen is loaded when it is first opened. */
export function App() {
  return (
    <Suspense fallback={<LoadingPanel />}>
      <Routes>
        <Route path="/eservice/samples/register" element={<Register />} />
        <Route path="/eservice/samples/view/:id" element={<PublicDocument />} />
        <Route path="/samples" element={<Navigate to="/samples/list" replace />} />
        <Route path="/samples/list" element={<List />} />
        <Route path="/samples/view/:id" element={<Document />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
