import type { CameBy, ContractRow } from '@portico/core/contracts/shapes'
import { formatMoment } from '@portico/core/forms/moments'

export const CAME_BY_LABELS: Record<CameBy, string> = {
  ONLINE: 'Signed online',
  UPLOAD: 'Upload',
  MAIL: 'Mail',
  FAX: 'Fax',
}

export const STAGE_LABELS: Record<ContractRow['stage'], string> = {
  RECEIVED: 'Waiting for a look',
  AWAITED: 'Not here yet',
  RETURNED: 'Returned',
  VALIDATED: 'Validated',
  CLOSED: 'Ended without access',
}

/** When the contract came; a request without one has only its own date, which is none of its receipt. */
export const receivedOn = ({ cameBy, since }: Pick<ContractRow, 'cameBy' | 'since'>): string =>
  cameBy ? formatMoment(since) : '—'
