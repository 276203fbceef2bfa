import type { InTransaction } from '../../../platform/context.ts'
import { replaceValues } from '../../store/search/published-values.ts'
import type { Resource } from '../resources/resource.ts'
import { extractValues } from './extract-values.ts'

/** Stores the search values of the written resources, and deletes those of the deleted ones. */
export async function writeValues(
  { db }: InTransaction,
  written: readonly Resource[],
  deleted: readonly { type: string; id: string }[],
): Promise<void> {
  const keys = written.map(({ resourceType: type, id }) => ({ type, id }))
  const values = written.flatMap((resource) =>
    extractValues(resource).map((row) => ({ type: resource.resourceType, id: resource.id, ...row })),
  )
  await replaceValues(db, [...keys, ...deleted], values)
}
