import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DailyJobs, log } from '@portal/service-kit';
import { LicenceService } from './licence.service.ts';

export const EXPIRY_TOPIC = 'licences.expiry';

/** Marks, once a day, the licences that are about to expire. */
@Injectable()
export class ExpiryJob implements OnApplicationBootstrap {
  constructor(
    private readonly daily: DailyJobs,
    private readonly licences: LicenceService,
  ) {}

  onApplicationBootstrap(): void {
    this.daily.each(EXPIRY_TOPIC, async (day) => {
      const marked = await this.licences.markAboutToExpire(day);
      if (marked) log().info({ marked, day }, 'licences about to expire');
    });
  }
}
