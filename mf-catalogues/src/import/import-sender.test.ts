import { ApiProblem } from '@portal/web-kit';
import { type DryRunResult, importSender } from './import-sender.ts';

const tried = (): DryRunResult => ({ file: new File(['code,name'], 'fees.csv'), retireMissing: false, plan: { plan: 'p1' } }) as DryRunResult;

it('sends an import whose answer was lost again with the same key, and every other one with a new key', async () => {
  const keys: (string | undefined)[] = [];
  const upload = (_path: string, _form: FormData, { idempotencyKey }: { idempotencyKey?: string } = {}) => {
    keys.push(idempotencyKey);
    return Promise.reject(new ApiProblem({ status: 0, title: 'No answer' }));
  };
  const send = importSender('fees');
  const [first, second] = [tried(), tried()];
  for (const [file, reason] of [
    [first, 'Decree 12'],
    [first, 'Decree 12'],
    [first, 'Decree 13'],
    [second, 'Decree 13'],
  ] as const)
    await expect(send({ upload } as never, file, reason)).rejects.toMatchObject({ status: 0 });
  expect(keys[0]).toMatch(/^[\w-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});
