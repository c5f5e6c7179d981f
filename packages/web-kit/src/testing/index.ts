/** For tests only: contract tests (Pact). They record what a remote expects of its service, and the service is tested against the record. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { type Api, createApi } from '../api/api.ts';
import { seedSession } from '../session/session-store.ts';

const { boolean, like, nullValue } = MatchersV3;
export const { arrayContaining, eachLike, fromProviderState, integer, regex, string } = MatchersV3;

type Template = Parameters<typeof like>[0];

/** Matches each value of an object by its type. */
export const likeEach = (values: Record<string, Template>) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, like(value)]));

export interface Exchange {
  /** The provider states that must exist before, by the names that the service's contract test knows. `fromProviderState` may use their values. */
  given?: [state: string, parameters?: Record<string, string | number>][];
  /** The user who calls; the public if it is left out. */
  as?: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string | ReturnType<typeof fromProviderState>;
  query?: Record<string, string | MatchersV3.Matcher<string>>;
  /** Whether the call is sent with an idempotency key, the same for all attempts. */
  once?: boolean;
  body?: Template;
  answer: { status: number; headers?: Record<string, string | MatchersV3.Matcher<string>>; body?: Template; text?: string };
  /** The remote's own call, which must be able to handle the answer. */
  call(api: Api): Promise<unknown>;
}

/** Matches the value that the provider state returns under this name. The remote's own test uses the example. */
export const given = (name: string, example: string) => fromProviderState(`\${${name}}`, example);

/** Matches an offered action with the properties that screens use: they find it by name and mode, and send it to its method and address. */
export const offered = (name: string, method: 'GET' | 'POST', url: Template, mode?: string) => ({
  name,
  label: string('Words'),
  method,
  url,
  kind: string('submit'),
  ...(mode ? { modes: arrayContaining(mode) } : {}),
  hideOnSubmit: boolean(false),
  commentRequired: boolean(false),
});

/** Matches the query of a search as it is sent. It is a matcher, because Pact would read plain JSON as one. */
export const searchQuery = (q: object) => ({ q: MatchersV3.equal(JSON.stringify(q)) });

/** Matches a refusal with the properties that screens use: the fields with their errors, and the messages. */
export const refusal = (status: number, ...errors: { code: Template; field: string }[]) => ({
  title: string('No'),
  status,
  errors: arrayContaining(...errors.map((error) => ({ ...error, message: string('Words') }))),
});

const step = {
  documentActionId: string('1'),
  documentAction: string('Register'),
  documentStatus: regex('^(COMPLETED|PROCESSING|PENDING)$', 'COMPLETED'),
  estimatedTimeMinutes: integer(15),
  actualTimeMinutes: integer(0),
};
/** The request for a document's timeline, and the answer, as its dialog uses them. */
export const timeline = {
  request: { isTimeline: true, isAscending: true, fillMissingTimelineStatuses: true, useDynamicPaths: false },
  answer: {
    order: 'ASC',
    type: 'TIMELINE',
    documentActions: arrayContaining(
      { ...step, documentUserName: string('Public'), documentVersion: integer(1), documentUpdatedAt: string('2026-05-01T10:00:00') },
      {
        ...step,
        documentStatus: 'PENDING',
        documentUserName: nullValue(),
        documentVersion: nullValue(),
        documentUpdatedAt: nullValue(),
        actualTimeMinutes: -1,
      },
    ),
  },
};

/**
 * Creates the contract between a remote and a service. Each exchange becomes a test of the remote's own call against a server that answers as expected.
 * Together they make up `<remote>/contracts/<remote>-<service>.json`, which the service's own tests verify.
 * @returns a function that adds an exchange as a test
 */
export function contractBetween(remote: string, service: string) {
  const scratch = mkdtempSync(join(tmpdir(), 'portal-contract-'));
  const file = join(remote, 'contracts', `${remote}-${service}.json`);
  const pact = new PactV4({ consumer: remote, provider: service, dir: scratch, logLevel: 'error' });

  beforeAll(() => seedSession({ csrfToken: 'of-the-session' }));

  afterAll(() => {
    const made = written(join(scratch, `${remote}-${service}.json`));
    rmSync(scratch, { recursive: true, force: true });
    const full = join(process.cwd(), file);
    if (process.env.WRITE_DOCUMENTS) {
      mkdirSync(join(full, '..'), { recursive: true });
      writeFileSync(full, made);
    } else if (!existsSync(full) || readFileSync(full, 'utf8') !== made) {
      throw new Error(`${file} is not what these tests expect of ${service}. Make it again: npm run check -- --write`);
    }
  });

  return (title: string, exchange: Exchange) =>
    it(title, async () => {
      const { method = 'GET', answer } = exchange;
      let interaction = pact.addInteraction();
      for (const [state, parameters] of exchange.given ?? []) interaction = interaction.given(state, parameters ?? {});
      if (exchange.as) interaction = interaction.given('somebody signed in', { user: exchange.as });
      await interaction
        .uponReceiving(title)
        .withRequest(method, exchange.path as string, (request) => {
          if (exchange.query) request.query(exchange.query);
          if (exchange.once) request.headers({ 'Idempotency-Key': regex('^[\\w-]{16,64}$', keyFor(title)) });
          if (answer.text) request.headers({ Accept: answer.text });
          if (exchange.body !== undefined) request.jsonBody(exchange.body);
        })
        .willRespondWith(answer.status, (response) => {
          if (answer.headers) response.headers(answer.headers);
          if (answer.status >= 400) response.headers({ 'Content-Type': 'application/problem+json; charset=utf-8' });
          if (answer.body !== undefined) response.jsonBody(answer.body);
          if (answer.text) response.headers({ 'Content-Type': `${answer.text}; charset=utf-8` });
        })
        .executeTest(async (server) => {
          await exchange.call(createApi(server.url));
        });
    });
}

/** Returns the idempotency key of an exchange, the same in every run. */
const keyFor = (title: string) => createHash('sha256').update(title).digest('hex').slice(0, 32);

/** Returns the contract as it is stored: in a fixed order, and without the versions of the tool that wrote it. */
function written(file: string): string {
  const { consumer, provider, interactions, metadata } = JSON.parse(readFileSync(file, 'utf8'));
  interactions.sort((one: { description: string }, two: { description: string }) => (one.description < two.description ? -1 : 1));
  return `${JSON.stringify({ consumer, provider, interactions, metadata: { pactSpecification: metadata.pactSpecification } }, null, 2)}\n`;
}

export * from './screens.ts';
