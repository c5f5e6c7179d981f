import { Body, Controller, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Answers, asObject, type Call, CurrentCall, type LookupAnswer, Roles, TakesBody } from '@portal/service-kit';
import { TillLookup } from './till-lookup.ts';

/** Searches all receipts that a cashier may read, as part of the search over everything. */
@ApiTags('lookup')
@Controller('v1/lookup')
@Roles('payment-receipt-read')
export class TillLookupController {
  constructor(private readonly till: TillLookup) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({
    summary: 'Receipts by their number or a part of it, the reference of their document, the number of a slip, or the name of the payer',
    description: 'At most twenty: those with the number first, then references that hold it, then names; each newest first.',
  })
  @ApiQuery({ name: 'text', description: 'At least three letters or digits' })
  @Answers('LookupAnswer')
  lookUp(@Query('text') text: unknown, @CurrentCall() call: Call): Promise<LookupAnswer> {
    return this.till.find(text, call);
  }

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The same with the text in the body: it may be the name of a person, and addresses are logged' })
  @TakesBody('LookupText')
  @Answers('LookupAnswer')
  lookUpByBody(@Body() body: unknown, @CurrentCall() call: Call): Promise<LookupAnswer> {
    return this.till.find(asObject(body).text, call);
  }
}
