import { L, packOf, say } from '@portal/contract-kit';
import { Button, Link, useBothLanguages, useLanguage, useText } from '@portal/web-kit';
import { country, hasOpenData } from '../page-settings.ts';

/** The portal's pages about itself. */
export const aboutPages = ['accessibility', 'privacy', 'contact'] as const;

/** Button with which the reader chooses to see every label in both languages. */
export function BothLanguages() {
  const text = useText();
  const [both, setBoth] = useBothLanguages();
  return (
    <Button variant="link" aria-pressed={both} data-switch="labels" onClick={() => setBoth(!both)}>
      {text('footer.both')}
    </Button>
  );
}

const unchecked = L(
  'Nobody has checked this translation yet. Where it is unclear, the English text counts.',
  'Ninguém verificou ainda esta tradução. Onde não for clara, vale o texto em inglês.',
);

/** Says that nobody has checked the translation of the page, in its language and in English. */
function UncheckedTranslation() {
  const { language } = useLanguage();
  if (packOf(language)?.checked !== null) return null;
  return (
    <p className="shell-footer__line">
      {say(unchecked, language)}
      <br />
      <span lang="en" dir="ltr">
        {unchecked.en}
      </span>
    </p>
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
          {hasOpenData() ? (
            <li>
              <Link className="govuk-link" to="/open-data">
                {text('footer.openData')}
              </Link>
            </li>
          ) : null}
          <li>
            <BothLanguages />
          </li>
        </ul>
        <p className="shell-footer__line">
          <strong>{text('footer.free')}</strong> {text('footer.freeMore')}
        </p>
        <UncheckedTranslation />
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
