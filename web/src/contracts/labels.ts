import type { CameBy, ContractRow } from '@portico/core/contracts/shapes'

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
