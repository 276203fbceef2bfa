import type { Context } from '#platform/context.ts'
import { refreshAllPublished } from './refresh.ts'

/** Kinds of files whose values are published, or decide what is. */
const PUBLISHED_KINDS: readonly string[] = ['nppes', 'network', 'plans', 'locations', 'practices']

/** Call it once the import has committed. If it is interrupted, the next publication refreshes the rest. */
export async function refreshAfterImport(context: Context, kind: string): Promise<void> {
  if (PUBLISHED_KINDS.includes(kind)) await refreshAllPublished(context)
}
