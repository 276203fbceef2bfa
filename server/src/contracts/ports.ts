import type { AccessPorts } from '../platform/access-ports.ts'
import type { Outcome } from '../platform/outcome.ts'

/** What the contracts area is handed by app.ts: decisions are the access area's, looking into a PDF the registration's. */
export type ContractPorts = Pick<
  AccessPorts,
  'activateRequest' | 'findRequest' | 'tellContractReceived' | 'tellContractReturned'
> & {
  inspectUploadedPdf(file: Uint8Array): Promise<Outcome<{ pages: number }>>
}
