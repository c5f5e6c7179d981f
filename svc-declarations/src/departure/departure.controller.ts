import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PlainFormController } from '@portal/service-kit';
import type { DepartureDeclaration, DepartureDeclarationBody, DepartureStatus } from '../../contract/index.ts';
import { GroupController } from '../group/group.controller.ts';
import { DeclarationController } from '../shared/declaration.controller.ts';
import { DepartureGroups } from './departure.group.ts';
import { departurePlain } from './departure.plain.ts';
import type { DepartureRow } from './departure.row.ts';
import { DepartureService } from './departure.service.ts';

@ApiTags('departure declaration')
@Controller('v1/departure/declaration')
export class DepartureController extends DeclarationController<DepartureDeclarationBody, DepartureDeclaration, DepartureStatus, DepartureRow> {
  constructor(departures: DepartureService) {
    super(departures);
  }
}

/** Serves groups of departures: persons who travel together. */
@ApiTags('departure declaration')
@Controller('v1/departure/declaration/group')
export class DepartureGroupController extends GroupController {
  constructor(groups: DepartureGroups) {
    super(groups);
  }
}

/** Serves the departure form that works without JavaScript. */
@ApiTags('departure declaration')
@Controller('v1/departure/declaration/plain')
export class DeparturePlainController extends PlainFormController {
  constructor(departures: DepartureService) {
    super(
      departures,
      departurePlain((language) => departures.dates({ language }).records),
    );
  }
}
