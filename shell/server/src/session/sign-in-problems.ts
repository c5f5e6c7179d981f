/** Reasons why a sign-in did not succeed. The sign-in page has a text for each of them. */
const signInProblems = ['unavailable', 'expired', 'cancelled', 'failed'] as const;
export type SignInProblem = (typeof signInProblems)[number];

const PAGE = '/sign-in';

/** Returns the address of the sign-in page that says why a sign-in did not succeed. */
export const signInPageFor = (problem: SignInProblem, returnTo: string): string => `${PAGE}?${new URLSearchParams({ problem, returnTo })}`;

/**
 * Adds to the address for which a page is rendered what the sign-in page shows of its query.
 * @param url address that was opened
 */
export function withSignInProblem(drawnAt: string | undefined, url: string): string | undefined {
  if (drawnAt !== PAGE) return drawnAt;
  const asked = new URLSearchParams(url.split('?', 2)[1]).get('problem');
  const problem = signInProblems.find((each) => each === asked);
  return problem ? `${PAGE}?problem=${problem}` : PAGE;
}
