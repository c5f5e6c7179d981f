import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { In } from 'typeorm';
import { Internal } from '../auth/auth.guard.ts';
import { Database } from '../database/database.ts';
import { badRequest } from '../http/problems.ts';
import { MessageRow, messageStates } from './message.entities.ts';
import { withoutAddresses } from './transport.ts';

/**
 * The mail server, or a script beside it, reports mail that came back. The id is the part of the Message-ID before the @, or the ENVID of the report (RFC
 * 3464).
 */
@ApiExcludeController()
@Internal()
@Controller('internal/messages')
export class ReturnedMailController {
  constructor(private readonly db: Database) {}

  @Post('returned')
  @HttpCode(200)
  async returned(@Body() body: { id?: unknown; reason?: unknown } | undefined): Promise<{ known: boolean }> {
    const { id, reason } = body ?? {};
    if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id)) throw badRequest('BAD_VALUE', 'id', 'The id of a message has 36 characters');
    const said = withoutAddresses(typeof reason === 'string' ? reason : '') || 'It came back';
    const { affected } = await this.db.write((tx) =>
      tx.update(
        MessageRow,
        { id, state: In([messageStates.sent, messageStates.delivered, messageStates.returned]) },
        { state: messageStates.returned, reason: said },
      ),
    );
    return { known: affected === 1 };
  }
}
