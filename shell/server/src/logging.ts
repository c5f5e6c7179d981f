import { logOptions } from '@portal/service-kit';

/** What may stand in a log line of a path: document ids, tokens and search texts may not. */

const identifier = /^(?=.*\d)[A-Za-z0-9_-]{16,}$/;

/** The path without its query, ids and tokens masked: `/other/departure/declaration/view/:id`. */
export function maskPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0];
  return path
    .split('/')
    .map((segment, index, all) => {
      if (all[index - 1] === 'v' && index === 2) {
        return ':token';
      }
      // A decoded address could hide an id from the pattern.
      return identifier.test(segment) || segment.includes('%') || segment.includes('.', 40) ? ':id' : segment;
    })
    .join('/');
}

/** pino's options: no address of the caller, no header, no whole path. */
export const loggerOptions = (level: string): object | false => {
  const own = logOptions(level, 'gateway');
  return level === 'silent'
    ? false
    : {
        ...own,
        serializers: {
          ...own.serializers,
          req: (request: { method: string; url: string }) => ({ method: request.method, path: maskPath(request.url) }),
          res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
        },
      };
};
