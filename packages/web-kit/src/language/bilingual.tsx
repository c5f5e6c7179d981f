import { isSource } from '@portal/contract-kit';
import { useContext, useRef } from 'react';
import { AreaNameContext, resolveLabel, useKitText, useLanguage } from './i18n.ts';
import type { Label } from './labels.ts';
import { type OfferedLanguage, offeredLanguages } from './packs.ts';

/**
 * A label in the page's language, with the second language under it and smaller where that is shown. Each text is marked with its language for screen readers.
 */
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

/**
 * The language switch in the header. It lists the languages by their own names and shows the current one on the control. With only two languages it is a button
 * that changes to the other one. The language changes without a reload.
 * @param staff whether only the languages of staff's pages are offered
 */
export function LanguageSwitch({ staff = false }: { staff?: boolean }) {
  const { language, setLanguage } = useLanguage();
  const text = useKitText();
  const menu = useRef<HTMLDetailsElement>(null);
  const offered = offeredLanguages().filter(({ tag }) => !staff || isSource(tag));
  const others = offered.filter(({ tag }) => tag !== language);
  const close = () => menu.current?.removeAttribute('open');
  const choice = ({ tag, name }: OfferedLanguage) => (
    <li key={tag}>
      <button
        type="button"
        lang={tag}
        className="portal-language__button"
        onClick={() => {
          close();
          menu.current?.querySelector('summary')?.focus();
          setLanguage(tag);
        }}
      >
        <bdi>{name}</bdi>
      </button>
    </li>
  );
  return (
    <nav className="portal-language" aria-label={text('language')}>
      {others.length > 1 ? (
        <details
          ref={menu}
          onBlur={({ relatedTarget }) => {
            if (!menu.current?.contains(relatedTarget)) close();
          }}
          onKeyDown={({ key }) => {
            if (key !== 'Escape' || !menu.current?.open) return;
            close();
            menu.current.querySelector('summary')?.focus();
          }}
        >
          <summary className="portal-language__present">
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
              <path d="M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20M2 12h20M12 2c-6 6-6 14 0 20c6-6 6-14 0-20" fill="none" stroke="currentColor" strokeWidth="1.6" />
            </svg>
            <span className="govuk-visually-hidden">{text('language')}: </span>
            <bdi>{offered.find(({ tag }) => tag === language)?.name}</bdi>
          </summary>
          <ul>{others.map(choice)}</ul>
        </details>
      ) : (
        <ul>{others.map(choice)}</ul>
      )}
    </nav>
  );
}
