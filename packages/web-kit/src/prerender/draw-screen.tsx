import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { type AreaDefinition, AreaRoot, idPrefix, nameStatuses } from '../area/area-root.tsx';
import { takeDrawnTitle } from '../components/page-title.ts';
import { initI18n } from '../language/i18n.ts';
import type { Language } from '../language/labels.ts';
import { givePageSettings, takeAssumedSettings, takeSettingChoices } from '../page-settings.ts';
import { createQueryClient } from '../query.ts';

/** A screen as HTML, with the title of its page. */
export interface DrawnScreen {
  title: string;
  html: string;
  /** The deployment settings that the rendering assumed. */
  settings: Record<string, string>;
  /** The possible values of those settings that have a fixed list. */
  choices: Record<string, readonly string[]>;
}

/**
 * React adds preload links for pictures before the HTML that shows them. They are removed: the browser finds the pictures just as soon, and a screen may not
 * contain link elements.
 */
const imagePreloads = /^(<link rel="preload" as="image"[^>]*>)+/;

/** Renders an element to HTML. Waits for suspended parts; rejects on an error. The language is global to the page, so only one rendering may run at a time. */
export async function drawScreen(element: ReactNode, identifierPrefix: string, language: Language): Promise<DrawnScreen> {
  initI18n(language);
  let fault: unknown;
  const { prelude } = await prerender(element, {
    identifierPrefix,
    // React would move larger parts into place with an inline script, which the page's security policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      fault ??= error;
    },
  });
  const html = await new Response(prelude as ReadableStream).text();
  if (fault) throw fault;
  return { title: takeDrawnTitle(), html: html.replace(imagePreloads, ''), settings: takeAssumedSettings(), choices: takeSettingChoices() };
}

/** Renders the screen of an area at an address. @param settings settings of the deployment; missing settings are assumed */
export async function drawAreaScreen(
  definition: AreaDefinition,
  path: string,
  language: Language,
  settings: Readonly<Record<string, string>> = {},
): Promise<DrawnScreen> {
  nameStatuses(definition);
  givePageSettings(settings);
  const Router = ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>;
  return drawScreen(<AreaRoot definition={definition} props={{}} cache={createQueryClient()} Router={Router} />, idPrefix(definition.name), language);
}
