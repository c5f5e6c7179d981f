import { Controller, Get, Header, Inject, Optional, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { Answers } from '../http/openapi-parts.ts';
import { Signer } from '../qr/signing.ts';
import type { VerifiedStatement } from '../qr/statements.ts';
import { verifyToken } from './document-verification.ts';
import { type AnyDocuments, DOCUMENTS } from './documents.ts';
import { OTHER_QR_CODES, type OtherQrCodes } from './other-qr-codes.ts';

/** Verifies a scanned QR code: whether it is genuine, and the status of its document. */
@ApiTags('verification')
@Controller('v1/verify')
export class VerificationController {
  constructor(
    @Inject(DOCUMENTS) private readonly documents: readonly AnyDocuments[],
    private readonly signer: Signer,
    @Optional() @Inject(OTHER_QR_CODES) private readonly others: readonly OtherQrCodes[] = [],
  ) {}

  @Get(':token')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Whether a QR code is genuine and how its document stands; staff who may read the document are told its screen' })
  @Answers('Verification')
  async verify(@Param('token') token: string, @CurrentCall() call: Call): Promise<{ genuine: boolean }> {
    for (const documents of this.documents) {
      const answer = await verifyToken(documents, token, call);
      if (answer.genuine) return answer;
    }
    const statement = this.others.length ? await this.signer.verify(token) : null;
    for (const codes of statement ? this.others : []) {
      const answer = await codes.verify(statement as VerifiedStatement, call);
      if (answer) return answer;
    }
    return { genuine: false };
  }
}
