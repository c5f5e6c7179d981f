import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type ListResult, listResult } from '@portal/contract-kit';
import { type Call, hasRole } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { type AnyDocuments, DOCUMENTS } from '../documents/documents.ts';
import { Answers, AnswersList } from '../http/openapi-parts.ts';
import { forbidden } from '../http/problems.ts';
import { StaffAccounts } from './staff-accounts.ts';
import { requireOfficial } from './views.ts';

/** Returns how a service sees the caller's account. */
@ApiTags('account')
@Controller('v1/account')
export class AccountController {
  constructor(
    private readonly accounts: StaffAccounts,
    @Inject(DOCUMENTS) private readonly documents: readonly AnyDocuments[],
  ) {}

  /** The guard has saved the official's account already, as it does at every call. */
  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The account of an official. From their first call on, cases can be assigned to them; the gateway calls this when they sign in' })
  @Answers('Account')
  account(@CurrentCall() call: Call): { name: string; userName: string } {
    const { name, sub } = requireOfficial(call);
    return { name, userName: call.actor.userName ?? sub };
  }

  @Get('colleagues')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The officials to whom a supervisor can assign cases of this service' })
  @AnswersList()
  async colleagues(@CurrentCall() call: Call): Promise<ListResult<{ name: string; userName: string }>> {
    requireOfficial(call);
    if (!hasRole(call.actor, ...this.documents.map(({ definition }) => `${definition.rolePrefix}-supervise`))) throw forbidden();
    return listResult(await this.accounts.names());
  }
}
