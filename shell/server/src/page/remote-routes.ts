import type { FastifyInstance } from 'fastify';
import { areaStopped } from '../problems.ts';
import { CompressedFile } from './compressed-file.ts';
import { type FileCache, forever, notFoundText, sendFile } from './files.ts';
import type { LanguagePacks } from './language-packs.ts';
import { cacheControl } from './page-sender.ts';
import type { Registry, RegistryState } from './registry.ts';
import type { VisitorRegistry } from './visitor-registry.ts';

export interface RemoteRouteParts {
  registry: Registry;
  visitorRegistry: VisitorRegistry;
  /** Files of the remotes. */
  remotes: FileCache;
  packs: LanguagePacks;
}

/** Registers `/remotes.json`, the remotes' files, and the texts of the languages. */
export function remoteRoutes(app: FastifyInstance, { registry, visitorRegistry, remotes, packs }: RemoteRouteParts): void {
  const registryFiles = new WeakMap<RegistryState, CompressedFile>();

  app.get('/remotes.json', async (request, reply) => {
    const state = await visitorRegistry.peek(request);
    void reply.header('etag', state.etag).header('cache-control', cacheControl(state.personal)).header('vary', 'accept-encoding, cookie');
    if (request.headers['if-none-match'] === state.etag) return reply.code(304).send();
    const file = registryFiles.get(state) ?? new CompressedFile('remotes.json', Buffer.from(state.json), 6);
    registryFiles.set(state, file);
    const { bytes, encoding } = await file.pack(request.headers['accept-encoding']);
    if (encoding) void reply.header('content-encoding', encoding);
    return reply.type(file.type).send(bytes);
  });

  app.get<{ Params: { '*': string } }>('/remotes/*', async (request, reply) => {
    const path = request.params['*'];
    // No file of a stopped area is served, because its files contain the fault for which it was stopped.
    if ((await registry.stopped()).includes(path.split('/', 1)[0] as string)) throw areaStopped();
    const file = path.split('/').length > 2 ? await remotes.find(path) : undefined;
    if (!file) {
      return notFoundText(reply);
    }
    // The shell of another deployment may load a remote to try it out.
    void reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin').header('timing-allow-origin', '*');
    return sendFile(request, reply, file, { cacheControl: forever });
  });

  app.get('/languages/*', async (request, reply) => {
    const file = packs.find(request.url);
    return file ? sendFile(request, reply, file, { cacheControl: forever }) : notFoundText(reply);
  });
}
