import { createHash } from 'node:crypto';
import { directionOf, L, type Problem, say, sentence } from '@portal/contract-kit';
import { attribute } from '../page/render.ts';
import type { QueuePosition } from './waiting-room.ts';

const words = {
  title: L('You are in the queue', 'Está na fila'),
  why: L(
    'Many people are using this service at the moment. Leave this page open: it lets you in by itself when it is your turn.',
    'Neste momento há muitas pessoas a usar este serviço. Deixe esta página aberta: entra sozinha quando chegar a sua vez.',
  ),
  ahead: L('People ahead of you', 'Pessoas à sua frente'),
  time: L('Waiting time', 'Tempo de espera'),
  short: L('less than a minute', 'menos de um minuto'),
  minute: L('about one minute', 'cerca de um minuto'),
  minutes: (minutes: string) => sentence('about {{minutes}} minutes', 'cerca de {{minutes}} minutos', { minutes }),
  unknown: L('not known yet', 'ainda não se sabe'),
  keeps: L(
    'You keep your place if you load this page again, or close it and come back in this browser.',
    'Mantém o seu lugar se voltar a carregar esta página, ou se a fechar e voltar neste navegador.',
  ),
};

const style =
  'body{margin:0;font:1.1875rem/1.5 "Noto Sans",system-ui,sans-serif;color:#1b1f24}header{background:#0b2545;color:#fff;padding:1rem;font-weight:700}main{max-width:40rem;padding:1rem}h1{font-size:1.75rem;line-height:1.2}dt{font-weight:700}dd{margin:0 0 1rem;font-size:1.5rem}';

/** Content security policy of the waiting page: it allows the page's own inline style and nothing else. */
export const waitingPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const quickest = 5;
const slowest = 300;
/** Maximum number of seconds until the first reload. It is short, because the first reload shows who still waits and who has gone away. */
const slowestAtFirst = 30;

/** Returns the seconds after which the waiting page is reloaded: half of the remaining waiting time, so that waiting visitors cost little. */
export const askAgainAfter = ({ seconds = 60, isNew }: QueuePosition): number =>
  Math.round(Math.min(isNew ? slowestAtFirst : slowest, Math.max(quickest, seconds / 2)));

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats a number for a language. The formatters are cached, because creating them took a third of the time of the whole response.
 * @param language one of the portal's languages
 */
function written(number: number, language: string): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language);
    formats.set(language, format);
  }
  return format.format(number);
}

function timeOf({ seconds }: QueuePosition, language: string): string {
  if (seconds === undefined) return say(words.unknown, language);
  if (seconds < 60) return say(words.short, language);
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? say(words.minute, language) : say(words.minutes(written(minutes, language)), language);
}

/** Renders a page that needs no script: the `Refresh` header of the response reloads it. */
const pageOf = (title: string, content: string, portalName: string, language: string): string =>
  `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} – ${attribute(portalName)}</title><style>${style}</style></head><body><header>${attribute(portalName)}</header><main><h1>${title}</h1>${content}</main></body></html>`;

/** Renders the waiting page. */
export function waitingPage(standing: QueuePosition, portalName: string, language: string): string {
  const text = (name: 'title' | 'why' | 'ahead' | 'time' | 'keeps'): string => attribute(say(words[name], language));
  const content = `<p>${text('why')}</p><dl><dt>${text('ahead')}</dt><dd>${written(standing.ahead, language)}</dd><dt>${text('time')}</dt><dd>${attribute(timeOf(standing, language))}</dd></dl><p>${text('keeps')}</p>`;
  return pageOf(text('title'), content, portalName, language);
}

/** Renders the page of a newcomer whose network address has used up its places. */
export const refusalPage = ({ title, detail = '' }: Problem, portalName: string, language: string): string =>
  pageOf(attribute(title), `<p>${attribute(detail)}</p>`, portalName, language);
