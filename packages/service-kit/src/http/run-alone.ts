import { Database } from '../database/database.ts';
import { rotateKeysOf } from '../encryption/rotate-keys.ts';
import { databaseOptions } from '../kit.module.ts';
import { configureLog, log } from '../logging.ts';
import { recordReturnedMail } from '../messages/returned-mail.ts';
import { withDatabase } from '../project-services.ts';
import { drainMs } from './graceful-shutdown.ts';
import { type ServiceOptions, startService } from './start-service.ts';

/**
 * Runs a service as its own process. Without arguments it serves, prints its address, and stops cleanly on SIGTERM and SIGINT. `migrate` migrates its database.
 * `rotate-keys` encrypts again all data that is not encrypted with the first keys of DATA_KEYS. `returned <message id> <reason>` records that mail came back: the
 * mail server, or a script beside it, runs it. The commands then exit.
 */
export async function runAlone(describeService: () => ServiceOptions, [command, ...words]: string[] = process.argv.slice(2)): Promise<void> {
  try {
    const options = describeService();
    const { service, settings } = options;
    if (command === 'migrate') {
      configureLog(settings.logLevel);
      const migrations = await Database.migrate(settings, databaseOptions(options));
      log().info({ service, migrations }, migrations.length ? 'the database was brought up to date' : 'the database is up to date');
    } else if (command === 'rotate-keys') {
      configureLog(settings.logLevel);
      const { rows = 0, tables = [] } = (await rotateKeysOf(options)) ?? {};
      const left = tables.reduce((sum, table) => sum + table.left, 0);
      log().info({ service, rows, left }, 'encrypted again');
      if (left) process.exitCode = 1;
    } else if (command === 'returned') {
      configureLog(settings.logLevel);
      const [id = '', ...reason] = words;
      const isKnown = await withDatabase(options, (database) => recordReturnedMail(database, id, reason.join(' ')), databaseOptions(options));
      if (!isKnown) throw new Error(`${service} has sent no message ${id}`);
      log().info({ service, messageId: id }, 'the mail came back');
    } else if (command) throw new Error(`There is no command "${command}"; there are "migrate", "rotate-keys", "returned", and none to serve`);
    else {
      const running = await startService(options);
      log().info({ service, url: running.url }, 'listening');
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close(drainMs).then(() => process.exit(0)));
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
