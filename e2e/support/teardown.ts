import { rmSync } from 'node:fs';

/** The data of the journeys' portal go with it. */
export default function teardown(): void {
  if (process.env.E2E_DATA_DIR) {
    rmSync(process.env.E2E_DATA_DIR, { recursive: true, force: true });
  }
}
