import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { fieldSchemas, loadSigningKeys, publicKeys } from '@portal/service-kit';
import { ReferenceSettings } from '../reference.settings.ts';

const freshMs = 60_000;

/** Serves the public keys for verifying QR codes, for checkpoints that verify offline. */
@ApiTags('keys')
@Controller('v1/keys')
export class KeysController {
  private held?: { at: number; keys: ReturnType<typeof publicKeys> };

  constructor(private readonly settings: ReferenceSettings) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=300')
  @ApiOperation({ summary: 'JSON Web Key Set' })
  @ApiResponse({ status: 200, schema: fieldSchemas.object({ keys: fieldSchemas.listOf(fieldSchemas.fields) }) })
  async keys(): Promise<ReturnType<typeof publicKeys>> {
    // The keys are loaded again from time to time, because a key may be added while the service runs.
    if (!this.held || Date.now() - this.held.at > freshMs) this.held = { at: Date.now(), keys: publicKeys(await loadSigningKeys(this.settings)) };
    return this.held.keys;
  }
}
