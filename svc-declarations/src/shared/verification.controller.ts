import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, type Call, CurrentCall, DocumentReader } from '@portal/service-kit';
import { ArrivalService } from '../arrival/arrival.service.ts';
import { DepartureService } from '../departure/departure.service.ts';

/** Says of a scanned token whether it is one of our declarations. */
@ApiTags('verification')
@Controller('v1/verify')
export class VerificationController {
  constructor(
    private readonly arrivals: ArrivalService,
    private readonly departures: DepartureService,
  ) {}

  @Get(':token')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Whether a QR token is genuine; staff who may read the document are told its screen' })
  @Answers('Verification')
  async verify(@Param('token') token: string, @CurrentCall() call: Call): Promise<object> {
    const arrival = (await new DocumentReader(this.arrivals).verify(token, call)) as { genuine: boolean };
    return arrival.genuine ? arrival : new DocumentReader(this.departures).verify(token, call);
  }
}
