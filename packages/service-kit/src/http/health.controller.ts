import { Controller, Get, Inject, Optional } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Database } from '../database/database.ts';
import { Encryption } from '../encryption/encryption.ts';
import { Messages } from '../messages/messages.ts';
import { unavailable } from './problems.ts';

/** DI token of further facts for a service's health page, such as that virus scanning is off. */
export const HEALTH_NOTES = Symbol('HealthNotes');

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly db: Database,
    private readonly encryption: Encryption,
    private readonly messages: Messages,
    @Optional() @Inject(HEALTH_NOTES) private readonly notes?: () => Promise<Record<string, string>>,
  ) {}

  @Get('live')
  live(): object {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready(): Promise<object> {
    try {
      await this.db.reading.query('select 1');
    } catch {
      throw unavailable('The database does not answer', 5);
    }
    return {
      status: 'ok',
      database: this.db.engine,
      ...(this.encryption.isOn ? {} : { personalData: 'written unencrypted' }),
      ...(this.messages.isOpen('email') ? {} : { mail: 'off: SMTP_URL is not set' }),
      ...(await this.notes?.()),
    };
  }
}
