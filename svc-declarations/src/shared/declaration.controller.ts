/** The calls that departure and arrival declarations share, in addition to those of every document. */
import { Body, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import type { ListResult, TravelDayOpening } from '@portal/contract-kit';
import {
  Answers,
  AnswersList,
  type Call,
  CurrentCall,
  DocumentController,
  type DocumentRow,
  type ServerFields,
  saveTravelDayWish,
  TakesBody,
} from '@portal/service-kit';
import type { DateOption, QuestionRecord } from '../../contract/index.ts';
import type { DeclarationService } from './declaration.service.ts';

export abstract class DeclarationController<
  Body extends object,
  Model extends Body & ServerFields,
  Status extends string,
  Row extends DocumentRow,
> extends DocumentController {
  protected constructor(protected readonly declarations: DeclarationService<Body, Model, Status, Row>) {
    super(declarations);
  }

  @Get('getDates')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Days of travel that may be chosen' })
  @AnswersList()
  getDates(@CurrentCall() call: Call): ListResult<DateOption> {
    return this.declarations.dates(call);
  }

  @Post('travel-day')
  @HttpCode(202)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Asks for one e-mail on the day from which a day of travel can be declared' })
  @TakesBody('TravelDayWish')
  @Answers('TravelDayOpening', 'The day on which the e-mail is sent', 202)
  travelDay(@Body() body: unknown, @CurrentCall() call: Call): Promise<TravelDayOpening> {
    return saveTravelDayWish(this.declarations, body, call);
  }

  @Get(':id/searchDeclaration')
  @Header('Vary', 'Accept-Language')
  @ApiOperation({ summary: 'Questions of a document or a document code; with set=declarations the declarations of a foreigner' })
  @ApiQuery({ name: 'set', required: false, enum: ['questions', 'declarations'] })
  @AnswersList()
  searchDeclaration(@Param('id') id: string, @Query('set') set: string | undefined, @CurrentCall() call: Call): Promise<ListResult<QuestionRecord>> {
    return this.declarations.questions(id, set === 'declarations' ? 'declarations' : 'questions', call);
  }
}
