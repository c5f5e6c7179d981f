import type { Type } from '@nestjs/common';
import { LookupController } from '../lookup/lookup.controller.ts';
import { StatisticsController } from '../statistics/statistics.controller.ts';
import { AccountController } from './account.controller.ts';
import { ViewsController } from './views.controller.ts';

/** The controllers of what officials call in a service beside its documents. The module of every area lists them. */
export const officeControllers: Type[] = [AccountController, ViewsController, StatisticsController, LookupController];
