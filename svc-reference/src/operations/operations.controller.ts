import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type ListResult, listResult } from '@portal/contract-kit';
import { AnswersList, Database, dateTime, Roles } from '@portal/service-kit';
import { OperationRunRow } from '../database/operation.entities.ts';
import { ReferenceSettings } from '../reference.settings.ts';
import { type KeyState, keyStates } from './key-states.ts';

/** The last run of each kind: a backup, or a test of the restore. */
export interface LastRun {
  kind: OperationRunRow['kind'];
  /** `YYYY-MM-DDTHH:mm:ss` in UTC; null if there was no run yet. */
  endedAt: string | null;
  takenAt: string | null;
  seconds: number | null;
  note: string | null;
}

/** Shows operators the state of the portal's keys and the age of its backups. */
@ApiTags('operations')
@Controller('v1/operations')
@Roles('jobs-admin')
export class OperationsController {
  constructor(
    private readonly db: Database,
    private readonly settings: ReferenceSettings,
  ) {}

  @Get('runs')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The last backup and the last drill of the restore' })
  @AnswersList()
  async runs(): Promise<ListResult<LastRun>> {
    const last = async (kind: OperationRunRow['kind']): Promise<LastRun> => {
      const row = await this.db.reader.findOne(OperationRunRow, { where: { kind }, order: { endedAt: 'DESC' } });
      return row
        ? { kind, endedAt: dateTime(row.endedAt), takenAt: dateTime(row.takenAt), seconds: row.seconds, note: row.note }
        : { kind, endedAt: null, takenAt: null, seconds: null, note: null };
    };
    return listResult([await last('backup'), await last('drill')]);
  }

  @Get('keys')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The ids of the keys that sign and encrypt, what each is used for, and the day it ends' })
  @AnswersList()
  async keys(): Promise<ListResult<KeyState>> {
    return listResult(await keyStates(this.settings));
  }
}
