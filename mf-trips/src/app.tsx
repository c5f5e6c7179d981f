import { NotFound, Route, Routes } from '@portal/web-kit';

export function App() {
  return (
    <Routes>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
