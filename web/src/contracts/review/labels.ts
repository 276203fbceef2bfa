import type { CameBy, ContractRow } from '@portico/core/contracts/shapes'
import { formatMoment } from '@portico/core/forms/moments'

export const CAME_BY_LABELS: Record<CameBy, string> = {
  ONLINE: 'Signed online',
  UPLOAD: 'Upload',
  MAIL: 'Mail',
  FAX: 'Fax',
}

export const STAGE_LABELS: Record<ContractRow['stage'], string> = {
  RECEIVED: 'Waiting for review',
  AWAITED: 'Not received yet',
  RETURNED: 'Returned',
  VALIDATED: 'Validated',
  CLOSED: 'Ended without access',
}

/** Received date of the contract. Before receipt, `since` is the date of the request and is not shown here. */
export const receivedOn = ({ cameBy, since }: Pick<ContractRow, 'cameBy' | 'since'>): string =>
  cameBy ? formatMoment(since) : '—'
