import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { ListResult } from '@portal/contract-kit';
import {
  AnswersList,
  type Call,
  CurrentCall,
  changedDocumentId,
  fieldSchemas,
  HistoryController,
  RequirementsController,
  TakesChangedDocument,
} from '@portal/service-kit';
import type { QuestionRow, TripDetails } from '../../contract/index.ts';
import { TripService } from './trip.service.ts';

@ApiTags('vehicle trip permit')
@Controller('v1/triptic/trip')
export class TripController extends RequirementsController {
  constructor(private readonly trips: TripService) {
    // A POST that names the id of a stored document submits that document.
    super(trips, 'register', 'submission');
  }

  @Get(':id/searchDeclaration')
  @Header('Vary', 'Accept-Language')
  @ApiOperation({ summary: 'Questions of a trip or a document code' })
  @TakesChangedDocument()
  @AnswersList()
  searchDeclaration(@Param('id') id: string, @Query('of') of: unknown, @CurrentCall() call: Call): Promise<ListResult<QuestionRow>> {
    return this.trips.questions(id, changedDocumentId(of), call);
  }

  @Get(':id/details')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Public validity check by id, QR token, or reference and vehicle number; a reference alone tells the validity' })
  @ApiQuery({ name: 'vehicleNumber', required: false })
  @ApiResponse({ status: 200, schema: { type: 'object', properties: { tripStatus: fieldSchemas.oneOf('Y', 'N', 'F', 'X') } } })
  details(@Param('id') id: string, @Query('vehicleNumber') vehicleNumber: unknown, @CurrentCall() call: Call): Promise<TripDetails> {
    return this.trips.details(id, typeof vehicleNumber === 'string' ? vehicleNumber : undefined, call);
  }
}

/** Serves the history under the URL that the trip form uses. */
@ApiTags('vehicle trip permit')
@Controller('v1/arrival/transaction')
export class TripTransactionController extends HistoryController {
  constructor(trips: TripService) {
    super(trips);
  }
}
