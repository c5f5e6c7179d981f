import { markdown } from '@portal/load/report';

/** One step of the run. */
export interface Step {
  name: string;
  seconds: number;
  /** What it showed, or why it failed. */
  result: string;
  passed: boolean;
}

/** Does one step after another and keeps what each showed. */
export class Steps {
  readonly done: Step[] = [];

  constructor(private readonly log: (line: string) => void = console.log) {}

  /** @param work returns what the step showed @throws the error of the step */
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

/** The steps as a table of Markdown. */
export const stepsTable = (steps: Step[]): string =>
  markdown(
    ['step', 'seconds', 'result'],
    steps.map(({ name, seconds, result, passed }) => [
      name,
      seconds.toFixed(0),
      `${passed ? '' : '**failed** '}${result.split('\n')[0]?.replaceAll('|', '\\|')}`,
    ]),
  );
