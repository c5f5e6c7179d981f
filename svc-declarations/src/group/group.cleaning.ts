import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { dayMs } from '@portal/contract-kit';
import { Clock, DailyJobs, Database } from '@portal/service-kit';
import { LessThan } from 'typeorm';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { DepartureRow } from '../departure/departure.row.ts';
import { DeclarationGroupRow } from './group.row.ts';

/** Removes, once a day, the groups whose last member was erased. */
@Injectable()
export class GroupCleaning implements OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly daily: DailyJobs,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.daily.each('declarations.groups', () => this.run().then(() => undefined));
  }

  /** Removes the groups without members. @returns the number of removed groups */
  async run(): Promise<number> {
    const hasMember = (row: typeof ArrivalRow | typeof DepartureRow, name: string): string => {
      const table = this.db.reading.getMetadata(row).tablePath;
      return `exists (select 1 from ${table} ${name} where ${name}.groupId = g.id)`;
    };
    const empty = await this.db.reader
      .createQueryBuilder(DeclarationGroupRow, 'g')
      .select('g.id')
      .where({ createdAt: LessThan(new Date(this.clock.now().getTime() - dayMs)) })
      .andWhere(`not ${hasMember(ArrivalRow, 'a')} and not ${hasMember(DepartureRow, 'd')}`)
      .getMany();
    for (const { id } of empty) await this.db.write((tx) => tx.delete(DeclarationGroupRow, { id }));
    return empty.length;
  }
}
