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
  /** The settings of the deployment that it assumes. */
  settings: Record<string, string>;
  /** The values of those settings that have a fixed list of them. */
  choices: Record<string, readonly string[]>;
}

/** React asks for pictures before the HTML that shows them. The browser finds them there as soon, and a screen may hold no links. */
const imagePreloads = /^(<link rel="preload" as="image"[^>]*>)+/;

/** Draws an element. Suspended parts are waited for; a fault rejects. The language is the page's: one drawing at a time. */
export async function drawScreen(element: ReactNode, identifierPrefix: string, language: Language): Promise<DrawnScreen> {
  initI18n(language);
  let fault: unknown;
  const { prelude } = await prerender(element, {
    identifierPrefix,
    // Larger parts would be moved to their places by an inline script, which the page forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      fault ??= error;
    },
  });
  const html = await new Response(prelude as ReadableStream).text();
  if (fault) throw fault;
  return { title: takeDrawnTitle(), html: html.replace(imagePreloads, ''), settings: takeAssumedSettings(), choices: takeSettingChoices() };
}

/** Draws the screen of an area at an address. @param settings of the deployment; those that are missing are assumed */
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
