import { writeCount } from '@portico/core/forms/amounts'
import { ImportError } from '../reading/import-error.ts'
import type { ImportContext } from '../staging/import-kind.ts'

/** What a snapshot would remove. */
export type Removals = {
  what: 'providers' | 'members' | 'plans' | 'locations' | 'practices'
  missing: number
  of: number
  /** Groups that would have no provider left. */
  emptied?: { groups: number; of: number }
  /** Grants and accounts that would be suspended. */
  suspended: number
  /** Entities among them with an active SAA. */
  saas: string[]
}

/** Carries the figures for output as JSON. */
export class RemovalsRefused extends ImportError {
  readonly removals: Removals
  constructor(removals: Removals, context: ImportContext) {
    super(describe(removals, context))
    this.removals = removals
  }
}

/**
 * Stops an import that removes too much, such as a truncated file (behaviour 18.6). The caller's transaction rolls
 * back, so nothing changes.
 */
export function checkRemovals(context: ImportContext, removals: Removals): void {
  const { missing, of, emptied, saas } = removals
  const { acceptedRemovals, removalsPercent } = context
  const isMuch = (part: number, whole: number) => part * 100 > whole * removalsPercent
  const needsConsent = isMuch(missing, of) || isMuch(emptied?.groups ?? 0, emptied?.of ?? 0) || saas.length > 0
  const isAccepted = acceptedRemovals === undefined ? !needsConsent : acceptedRemovals === missing
  if (!isAccepted) throw new RemovalsRefused(removals, context)
}

const SHOWN = 20

function describe({ what, missing, of, emptied, suspended, saas }: Removals, context: ImportContext): string {
  const { acceptedRemovals, removalsPercent } = context
  const percent = ((missing * 100) / Math.max(of, 1)).toFixed(1)
  const more = saas.length > SHOWN ? ` and ${writeCount(saas.length - SHOWN)} more` : ''
  return [
    `The snapshot lacks ${writeCount(missing)} of ${writeCount(of)} ${what} (${percent} %). Nothing was changed.`,
    ...(emptied?.groups
      ? [`Groups that would have no provider left: ${writeCount(emptied.groups)} of ${writeCount(emptied.of)}.`]
      : []),
    `Access that would be suspended: ${writeCount(suspended)}.`,
    ...(saas.length ? [`Entities that would lose an active SAA: ${saas.slice(0, SHOWN).join(', ')}${more}.`] : []),
    acceptedRemovals === undefined
      ? `A snapshot removes at most ${removalsPercent} % (PORTICO_IMPORT_REMOVALS_PERCENT) and no entity with an active SAA without confirmation.`
      : `--accept-removals names ${writeCount(acceptedRemovals)}.`,
    `If the file is complete, add --accept-removals ${missing}.`,
  ].join('\n')
}
