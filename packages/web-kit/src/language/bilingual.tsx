import { useContext } from 'react';
import { AreaNameContext, resolveLabel, useKitText, useLanguage } from './i18n.ts';
import type { Label } from './labels.ts';
import { offeredLanguages } from './packs.ts';

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
  const text = useKitText();
  return (
    <nav className="portal-language" aria-label={text('language')}>
      <ul>
        {offeredLanguages()
          .filter(({ tag }) => tag !== language)
          .map(({ tag, name }) => (
            <li key={tag}>
              <button type="button" lang={tag} className="portal-language__button" onClick={() => setLanguage(tag)}>
                {name}
              </button>
            </li>
          ))}
      </ul>
    </nav>
  );
}
