import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Choice, Integer, L, Text, validateContract } from '@portal/contract-kit';
import { type Call, CurrentCall, DocumentKit, Roles, unprocessable } from '@portal/service-kit';

const actions = ['canary', 'promote', 'abort', 'rollback', 'stop', 'resume', 'request', 'refusal'];

/** A decision about an area of the portal. */
class AreaDecisionBody {
  @Text({ label: L('Area', 'Área'), required: true, max: 60 }) area?: string;
  @Choice(actions, { label: L('Action', 'Ação'), required: true }) action?: string;
  @Text({ label: L('Version', 'Versão'), required: true, max: 60 }) version?: string;
  @Integer({ label: L('Share', 'Parte') }) share?: number;
  @Text({ label: L('Reason', 'Motivo'), required: true, lines: true, max: 500 }) why?: string;
  @Text({ label: L('What was asked for', 'O que foi pedido'), max: 20 }) asked?: string;
  @Text({ label: L('By', 'Por'), max: 200 }) by?: string;
  @Text({ label: L('Confirmed by', 'Confirmado por'), max: 200 }) confirmedBy?: string;
}

/**
 * Records the decisions of operators about areas in the audit log, once for each idempotency key. The gateway makes the decisions effective, but has no audit
 * log of its own, so it reports them here with the token of the operator. Its path is internal, because nobody may report a decision that was not made.
 */
@ApiExcludeController()
@Controller('internal/area-decisions')
@Roles('remotes-admin')
export class AreaDecisionsController {
  constructor(private readonly kit: DocumentKit) {}

  @Post()
  @HttpCode(204)
  async record(@Body() body: unknown, @CurrentCall() call: Call): Promise<void> {
    const { value, errors } = validateContract(AreaDecisionBody, body, call.language);
    if (errors.length) throw unprocessable(errors);
    const { area, action, ...details } = value;
    await this.kit.idempotency.once<object>(
      call,
      value,
      async (remember) => {
        await this.kit.db.write(async (tx) => {
          await remember(tx, { status: 204, documentId: String(area), version: 1 });
          await this.kit.audit.add(tx, call, { action: `area-${action}`, kind: 'area', reference: area, details });
        });
        return { status: 204, body: {} };
      },
      async () => ({ status: 204, body: {} }),
    );
  }
}
