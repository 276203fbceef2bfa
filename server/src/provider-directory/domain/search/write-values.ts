import type { InTransaction } from '#platform/context.ts'
import { type ResourceValues, replaceValues } from '../../store/search/published-values.ts'
import type { Resource } from '../resources/resource.ts'
import { extractValues } from './extract-values.ts'

/** Stores the search values of the written resources, and deletes those of the deleted ones. */
export async function writeValues(
  { db }: InTransaction,
  written: readonly Resource[],
  deleted: readonly { type: string; id: string }[],
): Promise<void> {
  const values = written.map((resource): ResourceValues => {
    const { resourceType: type, id } = resource
    return { type, id, values: extractValues(resource).map(({ parameter, value }) => [parameter, value]) }
  })
  await replaceValues(db, values, deleted)
}
