import { Link, useText } from '@portal/web-kit';

const pages = ['accessibility', 'privacy', 'contact'] as const;

export function Footer() {
  const text = useText();
  return (
    <footer className="shell-footer">
      <div className="shell-width">
        <h2 className="govuk-visually-hidden">{text('footer.title')}</h2>
        <ul className="shell-footer__links">
          {pages.map((page) => (
            <li key={page}>
              <Link className="govuk-link" to={`/${page}`}>
                {text(`footer.${page}`)}
              </Link>
            </li>
          ))}
        </ul>
        <p className="shell-footer__free">
          <strong>{text('footer.free')}</strong> {text('footer.freeMore')}
        </p>
      </div>
    </footer>
  );
}
