import { lazyScreen, Navigate, NotFound, Route, Routes } from '@portal/web-kit';

const Register = lazyScreen(() => import('./sample/register.screen.tsx'));
const PublicDocument = lazyScreen(() => import('./sample/public-document.screen.tsx'));
const List = lazyScreen(() => import('./sample/list.screen.tsx'));
const Document = lazyScreen(() => import('./sample/document.screen.tsx'));

/** All screens of the area with their addresses. A screen is lazy loaded when it is first opened. */
export function App() {
  return (
    <Routes>
      <Route path="/eservice/samples/register" element={<Register />} />
      <Route path="/eservice/samples/view/:id" element={<PublicDocument />} />
      <Route path="/samples" element={<Navigate to="/samples/list" replace />} />
      <Route path="/samples/list" element={<List />} />
      <Route path="/samples/view/:id" element={<Document />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
