import type { Type } from '@nestjs/common';
import { CatalogueUsesController } from '../catalogue/catalogue-uses.controller.ts';
import { HelpController } from '../help/help.controller.ts';
import { LookupController } from '../lookup/lookup.controller.ts';
import { MessageChoicesController } from '../messages/choices.controller.ts';
import { OpenDataController } from '../open-data/open-data.controller.ts';
import { StatisticsController } from '../statistics/statistics.controller.ts';
import { AccountController } from './account.controller.ts';
import { ViewsController } from './views.controller.ts';

/** The controllers for everything that a service offers besides its documents: to officials, and about messages. The module of every area lists them. */
export const officeControllers: Type[] = [
  AccountController,
  ViewsController,
  StatisticsController,
  OpenDataController,
  LookupController,
  HelpController,
  MessageChoicesController,
  CatalogueUsesController,
];
