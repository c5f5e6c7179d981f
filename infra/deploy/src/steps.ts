import { markdown } from '@portal/load/report';

/** One step of the run. */
export interface Step {
  name: string;
  seconds: number;
  /** What the step showed, or why it failed. */
  result: string;
  passed: boolean;
}

/** Runs one step after another and keeps the result of each. */
export class Steps {
  readonly done: Step[] = [];

  constructor(private readonly log: (line: string) => void = console.log) {}

  /** Runs a step. @param work returns what the step showed @throws the error of the step */
  async run(name: string, work: () => Promise<string>): Promise<void> {
    const began = performance.now();
    const end = (result: string, passed: boolean): void => {
      const step = { name, seconds: (performance.now() - began) / 1000, result, passed };
      this.done.push(step);
      this.log(`${passed ? 'ok  ' : 'FAIL'} ${step.seconds.toFixed(0).padStart(4)} s  ${name}: ${result}`);
    };
    try {
      end(await work(), true);
    } catch (error) {
      end((error as Error).message, false);
      throw error;
    }
  }
}

/** Returns the steps as a Markdown table. */
export const stepsTable = (steps: Step[]): string =>
  markdown(
    ['step', 'seconds', 'result'],
    steps.map(({ name, seconds, result, passed }) => [
      name,
      seconds.toFixed(0),
      `${passed ? '' : '**failed** '}${result.split('\n')[0]?.replaceAll('|', '\\|')}`,
    ]),
  );
