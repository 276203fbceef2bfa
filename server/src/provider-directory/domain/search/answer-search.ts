import type { Db } from '#platform/context.ts'
import type { Keys } from '#platform/keys/secret-key.ts'
import type { ResourceType } from '../resources/guide.ts'
import { writeBundle } from './bundle.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { type ReadingOptions, readSearch, type Sent } from './read-search.ts'
import { runSearch } from './run-search.ts'

type Asked = ReadingOptions & { type: ResourceType; sent: readonly Sent[]; keys: Keys }

/** Answers a search with a Bundle, as text. */
export async function answerSearch(db: Db, { type, sent, keys, ...options }: Asked): Promise<string> {
  const search = readSearch(type, sent, options)
  const found = await runSearch(db, search, readCursor(keys, search))
  const cursor = found.next && writeCursor(keys, search, found.next)
  return writeBundle({ base: options.base, search, found, cursor })
}
