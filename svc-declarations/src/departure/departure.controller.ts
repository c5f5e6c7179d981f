import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PlainFormController } from '@portal/service-kit';
import type { DepartureDeclaration, DepartureDeclarationBody, DepartureStatus } from '../../contract/index.ts';
import { DeclarationController } from '../shared/declaration.controller.ts';
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

/** The form without script. */
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
