import { Button, Link, useBothLanguages, useText } from '@portal/web-kit';
import { country } from '../page-settings.ts';

/** What the portal says of itself. */
export const aboutPages = ['accessibility', 'privacy', 'contact'] as const;

/** The reader's choice to see every label in both languages. */
export function BothLanguages() {
  const text = useText();
  const [both, setBoth] = useBothLanguages();
  return (
    <Button variant="link" aria-pressed={both} data-switch="labels" onClick={() => setBoth(!both)}>
      {text('footer.both')}
    </Button>
  );
}

export function Footer() {
  const text = useText();
  return (
    <footer className="shell-footer">
      <div className="shell-width">
        <h2 className="govuk-visually-hidden">{text('footer.title')}</h2>
        <p className="shell-footer__line">
          <strong>{text('strip.official')}.</strong> {text('strip.how')}
        </p>
        <ul className="shell-footer__links">
          {aboutPages.map((page) => (
            <li key={page}>
              <Link className="govuk-link" to={`/${page}`}>
                {text(`footer.${page}`)}
              </Link>
            </li>
          ))}
          <li>
            <BothLanguages />
          </li>
        </ul>
        <p className="shell-footer__line">
          <strong>{text('footer.free')}</strong> {text('footer.freeMore')}
        </p>
        <section className="shell-phase" aria-label={text('phase.label')}>
          <strong className="govuk-tag">{text('phase.tag')}</strong>
          <span>
            {text('phase.text')}{' '}
            {country().contact?.email ? (
              <Link className="govuk-link" to="/contact">
                {text('phase.feedback')}
              </Link>
            ) : null}
          </span>
        </section>
      </div>
    </footer>
  );
}
