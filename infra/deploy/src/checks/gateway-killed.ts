import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { aTrip, trips } from '@portal/load/calls';
import { type Answer, type Call, Client } from '@portal/load/client';
import type { Deployment } from '../deployment.ts';

/** Number of callers that register trips at the same time, so that some calls are on their way when the gateway is killed. */
const callers = 8;
const pause = (seconds: number): Promise<void> => new Promise((done) => setTimeout(done, seconds * 1000));

/**
 * Returns what is wrong with an answer of 500 or more: a program must be told the status as a problem, a person by a page, and both when to try again.
 * @returns undefined if nothing is wrong
 */
export function rawAnswer({ status, headers, bytes }: Answer, isPage = false): string | undefined {
  if (status < 500) return undefined;
  const body = bytes.toString();
  const type = headers['content-type'] ?? 'no type';
  const told = `${status} ${type} ${body.slice(0, 200)}`;
  if (!(Number(headers['retry-after']) > 0)) return `without Retry-After: ${told}`;
  if (isPage) return type.startsWith('text/html') && body.includes('<h1>') ? undefined : `not as a page: ${told}`;
  const isProblem = type.startsWith('application/problem+json') && body.includes(`"status":${status}`) && body.includes('"errors":[{"code":');
  return isProblem ? undefined : `not as a problem: ${told}`;
}

/**
 * Kills the gateway behind the ingress while it is called, and starts it again only after calls have stopped waiting for it. @throws Error if a call got no answer
 * or a raw one, or if something that was acknowledged is missing afterwards
 */
export async function killGateway(deployment: Deployment): Promise<string> {
  const agent = new Agent({ ca: readFileSync(deployment.authority), keepAlive: true });
  const client = new Client(deployment.url, undefined, agent);
  const faults: string[] = [];
  const registered: string[] = [];
  const refused = new Map<number, number>();
  const send = async (call: Call, isPage = false): Promise<Answer | undefined> => {
    try {
      const answer = await client.send(call);
      const fault = rawAnswer(answer, isPage);
      if (fault) faults.push(fault);
      else if (answer.status >= 500) refused.set(answer.status, (refused.get(answer.status) ?? 0) + 1);
      return answer;
    } catch (error) {
      faults.push((error as Error).message);
      return undefined;
    }
  };
  let isOver = false;
  const work = async (): Promise<void> => {
    while (!isOver) {
      const answer = await send({ method: 'POST', path: `${trips}/`, body: aTrip() });
      if (answer?.status === 201) registered.push(answer.body.model.id);
      else await pause(0.2);
    }
  };
  try {
    const working = Array.from({ length: callers }, work);
    await pause(5);
    const before = registered.length;
    await deployment.compose('kill', 'gateway');
    const began = performance.now();
    // Both wait at the ingress for a gateway, until it gives up.
    const late = await Promise.all([send({ path: `${trips}/info` }), send({ path: '/', headers: { accept: 'text/html' } }, true)]);
    const seconds = (performance.now() - began) / 1000;
    const statuses = late.map((answer) => answer?.status ?? 0);
    if (statuses.some((status) => status < 500)) faults.push(`without a gateway, calls were answered ${statuses}`);
    await deployment.up('--no-deps', 'gateway');
    await deployment.healthy(120, 'gateway');
    await deployment.ready();
    isOver = true;
    await Promise.all(working);
    if (before === 0) faults.push('no trip was registered before');
    for (const id of registered) {
      const answer = await send({ path: `${trips}/${id}/document` });
      if (answer?.status !== 200) faults.push(`${id} was acknowledged and is answered ${answer?.status}`);
    }
    if (faults.length) throw new Error(`${faults.length} faults:\n${faults.slice(0, 5).join('\n')}`);
    const told = [...refused].map(([status, count]) => `${status} ×${count}`).join(', ');
    return `away for ${seconds.toFixed(0)} s; ${registered.length} trips acknowledged and read again; ${told}, each as a problem or page with Retry-After`;
  } finally {
    isOver = true;
    agent.destroy();
  }
}
