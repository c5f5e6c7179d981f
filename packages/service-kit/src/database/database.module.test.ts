import { type AddressInfo, createServer } from 'node:net';
import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Repository } from 'typeorm';
import { startService } from '../http/start-service.ts';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, testBackends } from '../testing/index.ts';
import { ReadRepository } from './database.module.ts';
import { Database } from './database.ts';
import { insertRow } from './insert.ts';
import { SerialCounterRow } from './kit.entities.ts';

/** A part of a service that still reads and writes while the service stops. */
@Injectable()
class LastWrite implements OnApplicationShutdown {
  found?: number;
  constructor(
    private readonly db: Database,
    @ReadRepository(SerialCounterRow) readonly counters: Repository<SerialCounterRow>,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.db.write((tx) => insertRow(tx, SerialCounterRow, { id: 'last', number: 1 }));
    this.found = await this.counters.count();
  }
}

@Module({ providers: [LastWrite] })
class CounterModule {}

const start = (env: Record<string, string | undefined>) =>
  startService({
    service: 'counters',
    title: 'Counters',
    settings: loadSettings(ServiceSettings, env),
    module: CounterModule,
    entities: [SerialCounterRow],
    migrations: [],
  });

describe.each(testBackends())('the database of a service on %s', (_engine, makeBackend) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await makeBackend();
  });
  afterAll(() => backend.remove());

  it('is open until every part of the service has stopped, then closed', async () => {
    const service = await start({ ...backend.env });
    const [db, last] = [service.app.get(Database), service.app.get(LastWrite)];
    expect(await last.counters.find()).toEqual([]);
    await service.close();
    expect(last.found).toBe(1);
    expect(db.reading.isInitialized).toBe(false);
  });

  it('serves two instances in one process', async () => {
    const [one, two] = [await start({ ...backend.env }), await start({ ...backend.env })];
    await one.app.get(Database).write((tx) => insertRow(tx, SerialCounterRow, { id: 'shared', number: 1 }));
    await one.close();
    expect(await two.app.get(LastWrite).counters.existsBy({ id: 'shared' })).toBe(true);
    // The first instance has already inserted this row when it stopped.
    await two.app.get(Database).write((tx) => tx.delete(SerialCounterRow, { id: 'last' }));
    await two.close();
  });

  it('ends the start of the service at once if it cannot be reached', async () => {
    // A failed start keeps its connection to Redis open until the process ends, and the process of the test goes on.
    const env = { ...backend.env, REDIS_URL: '' };
    await expect(start({ ...env, MYSQL_URL: 'mysql://root@127.0.0.1:9' })).rejects.toThrow('ECONNREFUSED');
    // A server that closes the connection at once is tried once, not again and again.
    let tries = 0;
    const hangsUp = createServer((socket) => {
      tries += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => hangsUp.listen(0, '127.0.0.1', done));
    const { port } = hangsUp.address() as AddressInfo;
    await expect(start({ ...env, MYSQL_URL: `mysql://root@127.0.0.1:${port}` })).rejects.toThrow();
    await new Promise((done) => hangsUp.close(done));
    expect(tries).toBe(1);
  });
});
