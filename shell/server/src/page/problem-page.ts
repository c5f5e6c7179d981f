import { L, say } from '@portal/contract-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation } from '../areas/area-tokens.ts';
import { languageOfReader } from '../reader-choices.ts';
import { plainPolicy } from '../security-headers.ts';
import { type GatewaySettings, listOf } from '../settings.ts';
import { type PlainContent, plainPage } from './plain-page.ts';
import { attribute } from './render.ts';

/** The reason why an address could not be served (RFC 9457): the members that a page shows. */
export interface Problem {
  title?: string;
  errors?: { message: string }[];
}

const words = {
  wait: L('One moment', 'Um momento'),
  soon: L('This page tries again by itself every few seconds.', 'Esta página volta a tentar sozinha a cada poucos segundos.'),
  begins: L(
    'The download begins when the file is ready. You can leave this page then.',
    'O descarregamento começa quando o ficheiro estiver pronto. Pode então sair desta página.',
  ),
  now: L('Try again now', 'Tentar agora'),
  before: L('Back to the page before', 'Voltar à página anterior'),
  again: L('Back to the form', 'Voltar ao formulário'),
  kept: L('Your answers are still here. Send them again in a moment.', 'As suas respostas continuam aqui. Envie-as de novo dentro de instantes.'),
  send: L('Send again', 'Enviar de novo'),
  home: L('Go to the list of services', 'Ir para a lista de serviços'),
};

/** Minimum number of seconds between two automatic reloads, to protect a busy service. */
const soonest = 5;

interface Failed {
  path: string;
  language: string;
  status: number;
  /** Seconds after which a retry may succeed; undefined when the request must not be repeated automatically. */
  retryAfter?: number;
  /** The form without script that was refused for now. The page holds it, so that it can be sent again. */
  refusedForm?: RefusedForm;
}

/** A form as it was sent: its address, and each name with its value. */
export interface RefusedForm {
  action: string;
  pairs: readonly [name: string, value: string][];
}

/** Renders a form that was sent, with the same values under the same names, and the button that sends it again. */
const formAgain = ({ action, pairs }: RefusedForm, button: string): string =>
  `<form method="post" action="${attribute(action)}">${pairs
    .map(([name, value]) => `<input type="hidden" name="${attribute(name)}" value="${attribute(value)}">`)
    .join('')}<button type="submit" class="govuk-button">${attribute(button)}</button></form>`;

/** Renders the reason why an address could not be served. When waiting helps, the page reloads itself. */
export function problemContent({ title = '', errors = [] }: Problem, { path, language, status, retryAfter, refusedForm }: Failed): PlainContent {
  const text = (name: keyof typeof words): string => say(words[name], language);
  const waits = status === 503 && retryAfter !== undefined;
  const isDownload = /\/(form|print-[\w-]+)$/.test(path.split('?', 1)[0] ?? '');
  const [, form, below] = /^(.*\/plain)(\/[\w-]+)?/.exec(path) ?? [];
  const links: [string, string][] = [
    ...(waits ? [[path, text('now')] as [string, string]] : []),
    ...(form && below && path !== form + below ? [[form + below, text('before')] as [string, string]] : []),
    // The link leads to a blank form.
    ...(form && !refusedForm ? [[form, text('again')] as [string, string]] : []),
    ['/', text('home')],
  ];
  const lines = [
    ...errors.map(({ message }) => message),
    ...(waits ? [text('soon')] : []),
    ...(waits && isDownload ? [text('begins')] : []),
    ...(refusedForm ? [text('kept')] : []),
  ]
    .map((line) => `<p class="govuk-body">${attribute(line)}</p>`)
    .join('');
  const shown = waits && isDownload ? text('wait') : title;
  const html = `<div class="portal-public"><h1 class="govuk-heading-xl">${attribute(shown)}</h1>${lines}${refusedForm ? formAgain(refusedForm, text('send')) : ''}<p class="govuk-body">${links
    .map(([href, name]) => `<a class="govuk-link" href="${attribute(href)}">${attribute(name)}</a>`)
    .join('<br>')}</p></div>`;
  return { title: shown, failed: shown === title, html, ...(waits ? { refresh: Math.max(soonest, retryAfter) } : {}) };
}

/** Maximum size of a problem in bytes. A real one is far smaller. */
const MOST_BYTES = 64 * 1024;

async function textOf(payload: unknown): Promise<string | undefined> {
  if (typeof payload === 'string') return payload;
  if (Buffer.isBuffer(payload)) return payload.toString('utf8');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of payload as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) return undefined;
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts).toString('utf8');
}

const parsed = (text: string | undefined): Problem => {
  try {
    return JSON.parse(text ?? '{}') as Problem;
  } catch {
    return {};
  }
};

/**
 * Turns refusals of the API into pages when a browser opens the address itself, as for a download without script. Scripts and other clients get the original
 * response. Applies to all routes that are registered afterwards.
 * @param frame returns the portal's page in a language
 */
export function problemsAsPages(app: FastifyInstance, settings: GatewaySettings, frame: (language: string) => Promise<string | undefined>): void {
  const languages = listOf(settings.languages);
  const isRefusedPage = (request: FastifyRequest, reply: FastifyReply): boolean =>
    request.method === 'GET' &&
    request.url.startsWith('/api/') &&
    isNavigation(request) &&
    !reply.hasHeader('content-encoding') &&
    String(reply.getHeader('content-type')).startsWith('application/problem+json');
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isRefusedPage(request, reply)) return payload;
    const language = languageOfReader(request, languages);
    const page = await frame(language).catch(() => undefined);
    if (page === undefined) return payload;
    const retryAfter = Number(reply.getHeader('retry-after')) || undefined;
    const [path = '/'] = request.url.split('#', 1);
    const content = problemContent(parsed(await textOf(payload)), { path, language, status: reply.statusCode, retryAfter });
    void reply.removeHeader('content-length').removeHeader('transfer-encoding').type('text/html; charset=utf-8');
    void reply.header('content-security-policy', plainPolicy(settings)).header('cache-control', 'no-store').header('content-language', language);
    return plainPage(page, content, settings.portalName, language);
  });
}
