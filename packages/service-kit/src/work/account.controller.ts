import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { Answers } from '../http/openapi-parts.ts';
import { official } from './views.ts';

/** Who the caller is to a service. */
@ApiTags('account')
@Controller('v1/account')
export class AccountController {
  /** The guard has remembered the official already, as at every call. */
  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The account of an official. From their first call on, cases can be assigned to them; the gateway calls this when they sign in' })
  @Answers('Account')
  account(@CurrentCall() call: Call): { name: string; userName: string } {
    const { name, sub } = official(call);
    return { name, userName: call.actor.userName ?? sub };
  }
}
