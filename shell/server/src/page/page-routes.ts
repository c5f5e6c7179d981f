import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noSuchAddress, sendProblem } from '../problems.ts';
import { pagePolicy } from '../security-headers.ts';
import { type GatewaySettings, listOf } from '../settings.ts';
import { Files, sendFile } from './files.ts';
import { PackedFile } from './packed-file.ts';
import { areaOf, Registry } from './registry.ts';
import { languageOf, type PageSettings, renderPage } from './render.ts';

/** Screens of the shell itself. */
const shellScreens = /^\/(staff|sign-in|accessibility|privacy|contact)?$|^\/v\/[^/]+$/;
const notScreens = /^\/(api|auth|health|identity|remotes)(\/|$)|^\/remotes\.json$/;
const MOST_PAGES = 100;

/** The page, its files, the registry and the remotes' files. */
export async function pageRoutes(app: FastifyInstance, { settings }: { settings: GatewaySettings }): Promise<void> {
  const web = new Files(settings.webDir);
  const remotes = new Files(settings.remotesDir);
  const registry = new Registry(settings.remotesDir);
  const policy = pagePolicy(settings);
  const pages = new Map<string, PackedFile>();
  const languages = listOf(settings.languages);
  const pageSettings: PageSettings = {
    name: settings.portalName,
    product: settings.productName,
    'product-slug': settings.productSlug,
    languages: languages.join(','),
    'idle-minutes': settings.sessionIdleMinutes,
    'arrival-wizard': settings.arrivalWizard,
    development: settings.nodeEnv === 'production' ? 'off' : 'on',
  };

  app.get('/remotes.json', async (request, reply) => {
    const { etag, json } = await registry.current();
    void reply.header('etag', etag).header('cache-control', 'no-cache');
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.type('application/json; charset=utf-8').send(json);
  });

  app.get<{ Params: { '*': string } }>('/remotes/*', async (request, reply) => {
    const path = request.params['*'];
    const file = path.split('/').length > 2 ? await remotes.find(path) : undefined;
    if (!file) {
      return notFoundText(reply);
    }
    // A remote may be tried out in the shell of another deployment.
    void reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin').header('timing-allow-origin', '*');
    return sendFile(request, reply, file, true);
  });

  async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const [template, state] = await Promise.all([web.find('index.html'), registry.current()]);
    if (!template) {
      return reply.code(503).header('retry-after', '5').type('text/plain; charset=utf-8').send('The portal is being set up. Try again in a moment.');
    }
    const area = areaOf(path, state.document.areas);
    const language = languageOf(request.cookies['portal.lang'], request.headers['accept-language'], languages);
    const key = [template.etag, state.etag, area?.name, language].join(' ');
    let page = pages.get(key);
    if (!page) {
      page = new PackedFile('index.html', Buffer.from(renderPage(template.bytes.toString('utf8'), state, pageSettings, language, area)), 6);
      if (pages.size >= MOST_PAGES) {
        pages.clear();
      }
      pages.set(key, page);
    }
    void reply
      .code(area || shellScreens.test(path) ? 200 : 404)
      .header('content-security-policy', policy)
      .header('content-language', language);
    const sent = sendFile(request, reply, page, false);
    reply.header('vary', 'accept-encoding, accept-language, cookie');
    return sent;
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split(/[?#]/, 1)[0].replace(/(?<=.)\/$/, '');
    if ((request.method !== 'GET' && request.method !== 'HEAD') || notScreens.test(path)) {
      return sendProblem(noSuchAddress(), request, reply);
    }
    if (path === '/index.html') {
      return reply.redirect('/', 308);
    }
    const { document } = await registry.current();
    if (shellScreens.test(path) || areaOf(path, document.areas)) {
      return sendPage(request, reply, path);
    }
    const file = await web.find(path);
    if (file) {
      return sendFile(request, reply, file);
    }
    // What looks like a file is not answered with a page: a script tag would try to run it.
    return /\.[a-z0-9]+$/i.test(path) ? notFoundText(reply) : sendPage(request, reply, path);
  });
}

const notFoundText = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found');
