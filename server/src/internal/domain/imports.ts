import { DAY_MS } from '@portico/core/forms/calendar-day'
import type { ImportList } from '@portico/core/internal/shapes'
import { LOADED_KINDS, type LoadedKind, REQUIRED_KIND } from '@portico/core/plan-data/as-of'
import type { Context } from '#platform/context.ts'
import { findLastImports } from '../../plan-data/plan-data.ts'

/** The last file of each kind, and whether it is older than the plan allows (behaviour 23.6). */
export async function describeImports(context: Context): Promise<ImportList> {
  const { db, now, settings } = context
  const found = new Map((await findLastImports(db)).map((last) => [last.kind, last]))
  return LOADED_KINDS.map((kind) => {
    const { importedAt, file = '', rows = 0, rejected = 0 } = found.get(kind) ?? {}
    const maxAgeDays = settings.importMaxAgeDays[kind]
    const isTooOld = importedAt ? now.getTime() - importedAt.getTime() > maxAgeDays * DAY_MS : kind === REQUIRED_KIND
    const isOverdue = maxAgeDays > 0 && isTooOld
    return { kind, importedAt: importedAt?.toISOString() ?? '', file, rows, rejected, maxAgeDays, isOverdue }
  })
}

export async function findOverdueImports(context: Context): Promise<LoadedKind[]> {
  return (await describeImports(context)).filter(({ isOverdue }) => isOverdue).map(({ kind }) => kind)
}
