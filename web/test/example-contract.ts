import type { ShownContract } from '@portico/core/contracts/signing-shapes'

/** A contract that a signatory opened from a mailed link. */
export const SHOWN_CONTRACT: ShownContract = {
  reference: 'ABCDE-FGHJK',
  title: 'Contract',
  lead: '',
  facts: [],
  groups: [],
  terms: [],
  documentHash: 'ab12',
  requester: 'Robin Sample',
  own: false,
  signerName: 'Dana Whitlock',
  signerTitle: 'Medical Director',
  sentTo: 'd***@practice.example',
  expiresOn: '2026-04-01T15:00:00.000Z',
  fileName: 'contract.pdf',
}
