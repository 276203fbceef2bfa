import { CURRENT_PASSWORD_WRONG } from '@portico/core/signon/sentences'
import { useMemo } from 'react'
import type { Failure } from '../../shell/gateway.ts'

export type Refused = {
  /** Told at the field the person has to mend. */
  fields: Partial<Record<string, string>>
  /** Everything else, above the form. */
  message: string | undefined
}

/** A wrong current password belongs to its field; what else the server refuses belongs to the form. */
export function useRefused(refusal: Failure | null): Refused {
  return useMemo(() => {
    const message = refusal?.entity.message
    return message === CURRENT_PASSWORD_WRONG
      ? { fields: { currentPassword: message }, message: undefined }
      : { fields: {}, message }
  }, [refusal])
}
