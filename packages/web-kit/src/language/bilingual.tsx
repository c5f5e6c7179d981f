import { useContext } from 'react';
import { AreaNameContext, resolveLabel, useLanguage } from './i18n.ts';
import { type Label, type Language, languageNames, languages } from './labels.ts';

/** The page's language first, the second under it and smaller, where it is shown; each is marked with its language for speech. */
export function Bilingual({ label, suffix }: { label: Label; suffix?: string }) {
  const area = useContext(AreaNameContext);
  const { language, other } = useLanguage();
  const first = resolveLabel(label, language, area);
  const second = resolveLabel(label, other, area);
  return (
    <>
      <span lang={language}>
        {first}
        {suffix ? ` ${suffix}` : null}
      </span>
      {second !== first ? (
        <span className="portal-second-language" lang={other}>
          {second}
        </span>
      ) : null}
    </>
  );
}

/** The header's switch: a button for each other language; it changes the language in place. */
export function LanguageSwitch() {
  const { language, setLanguage } = useLanguage();
  const title: Record<Language, string> = { en: 'Language', pt: 'Idioma' };
  return (
    <nav className="portal-language" aria-label={title[language]}>
      <ul>
        {languages
          .filter((each) => each !== language)
          .map((each) => (
            <li key={each}>
              <button type="button" lang={each} className="portal-language__button" onClick={() => setLanguage(each)}>
                {languageNames[each]}
              </button>
            </li>
          ))}
      </ul>
    </nav>
  );
}
