import { Button } from '../components/button.tsx';
import { useKitText } from '../language/i18n.ts';

/** The page number of a table, with links to the next and previous page. */
export function PageSteps({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const kit = useKitText();
  if (pages <= 1) return null;
  const step = (to: number, words: string) =>
    to >= 1 && to <= pages ? (
      <Button variant="link" onClick={() => onPage(to)}>
        {words}
      </Button>
    ) : (
      <span className="portal-pages__link portal-muted">{words}</span>
    );
  return (
    <nav className="portal-pages" aria-label={kit('list.pagination')}>
      {step(page - 1, kit('list.previous'))}
      <span aria-current="page">{kit('list.page', { page, pages })}</span>
      {step(page + 1, kit('list.next'))}
    </nav>
  );
}
