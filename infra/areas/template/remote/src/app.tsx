import { LoadingPanel, Navigate, NotFound, Route, Routes } from '@portal/web-kit';
import { lazy, Suspense } from 'react';

const Register = lazy(() => import('./sample/register.screen.tsx'));
const List = lazy(() => import('./sample/list.screen.tsx'));
const Document = lazy(() => import('./sample/document.screen.tsx'));

/** Every screen of the area and its address. */
export function App() {
  return (
    <Suspense fallback={<LoadingPanel />}>
      <Routes>
        <Route path="/eservice/samples/register" element={<Register />} />
        <Route path="/eservice/samples/view/:id" element={<Document />} />
        <Route path="/samples" element={<Navigate to="/samples/list" replace />} />
        <Route path="/samples/list" element={<List />} />
        <Route path="/samples/view/:id" element={<Document staff />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
