import { createQueryClient, currentLanguage, type QueryClient } from '@portal/web-kit';
import { pageData } from './page-data.ts';
import { type Finding, findingKey } from './pages/finding.ts';
import { registry } from './registry.ts';

/** Returns the token in the address of a code. */
export function tokenIn(path: string): string | undefined {
  try {
    return decodeURIComponent(/^\/v\/([^/]+)\/?$/.exec(path)?.[1] ?? '') || undefined;
  } catch {
    return undefined;
  }
}

/** Puts the result of a code's check into the query cache from which its page is rendered. */
export function putFinding(cache: QueryClient, token: string, finding: Finding): void {
  cache.setQueryData(findingKey(token, registry.get()), finding, { updatedAt: Date.parse(finding.checkedAt) });
}

/** Creates the query cache of the shell's own calls, with the data that the gateway put into the page. */
export function shellCache(): QueryClient {
  const cache = createQueryClient();
  const token = tokenIn(location.pathname);
  if (pageData?.finding && token && pageData.language === currentLanguage()) putFinding(cache, token, pageData.finding);
  return cache;
}
