import { writeCount } from '@portico/core/forms/amounts'
import { sql } from 'kysely'
import { ImportError } from '../reading/import-error.ts'
import type { DeactivatedAccess, ImportContext, Trx } from '../staging/import-kind.ts'

/** Carries the figures for output as JSON. */
export class SuspensionsRefused extends ImportError {
  readonly suspensions: DeactivatedAccess
  constructor(suspensions: DeactivatedAccess, { suspensionsPercent }: ImportContext) {
    const { suspended, active } = suspensions
    const percent = ((suspended * 100) / Math.max(active, 1)).toFixed(1)
    super(
      [
        `The file deactivates NPIs to which ${writeCount(suspended)} of ${writeCount(active)} active grants for single NPIs belong (${percent} %). Nothing was changed.`,
        `An import suspends at most ${suspensionsPercent} % (PORTICO_IMPORT_SUSPENSIONS_PERCENT) without confirmation.`,
        'If the file is right, add --confirm.',
      ].join('\n'),
    )
    this.suspensions = suspensions
  }
}

/** Stops an import that suspends too much, such as a wrong file. The caller's transaction rolls back. */
export function checkSuspensions(context: ImportContext, access: DeactivatedAccess): void {
  const { confirmed, suspensionsPercent } = context
  if (!confirmed && access.suspended * 100 > access.active * suspensionsPercent)
    throw new SuspensionsRefused(access, context)
}

/**
 * Stores which providers of the network are deactivated, and returns those that changed. Groups and organizations reach
 * them by cohorts, which follow.
 */
export async function refreshDeactivated(
  trx: Trx,
  { step }: ImportContext,
  { providers = 'provider', npis }: { providers?: string | undefined; npis?: readonly string[] },
): Promise<string[]> {
  step('finding deactivated providers of the network')
  const { rows } = await sql<{ npis: string[] }>`
    select refresh_deactivated(${providers}, ${npis ?? null}::text[]) as npis`.execute(trx)
  return rows[0]?.npis ?? []
}
