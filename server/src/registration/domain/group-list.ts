import { setImmediate as nextTurn } from 'node:timers/promises'
import { shownName } from '@portico/core/directory/shown-name'
import type { GroupRow } from '../store/provider-profile.ts'

/** The providers of a group as JSON bytes without the brackets. `hasOwn`: at least one provider has their own SAA. */
type GroupList = { list: Buffer; hasOwn: boolean }
type Facts = Pick<GroupRow, 'npis' | 'names' | 'registered'>
type Kept = GroupList & Facts & { bytes: number }

/**
 * Cache size. Every look-up of a provider returns the full list of each of their groups, so lists are cached as bytes.
 */
const KEPT_BYTES = 32 * 2 ** 20

/** In LRU order, least recently used first. */
const kept = new Map<string, Kept>()
let keptBytes = 0

/** Uses the cache only if the database returns exactly the same facts, so the list is never stale. */
export async function writeGroupList(group: GroupRow): Promise<GroupList> {
  const known = kept.get(group.group_id)
  if (known && isSame(known, group)) {
    kept.delete(group.group_id)
    kept.set(group.group_id, known)
    return known
  }
  const { npis, names, registered } = group
  const written = await writeList(group)
  keep(group.group_id, { ...written, npis, names, registered, bytes: sizeOf(group) + written.list.length })
  return written
}

const isSame = (known: Facts, { npis, names, registered }: Facts): boolean =>
  known.npis === npis && known.names === names && known.registered === registered

const sizeOf = ({ npis, names, registered }: Facts): number =>
  [npis, names, registered].reduce((size, text) => size + (text?.length ?? 0), 0)

function keep(id: string, list: Kept): void {
  forget(id)
  if (list.bytes > KEPT_BYTES) return
  kept.set(id, list)
  keptBytes += list.bytes
  for (const oldest of kept.keys()) {
    if (keptBytes <= KEPT_BYTES) return
    forget(oldest)
  }
}

function forget(id: string): void {
  keptBytes -= kept.get(id)?.bytes ?? 0
  kept.delete(id)
}

/** Yields to the event loop after this many names, counted across groups, so that other requests can run. */
const NAMES_IN_A_TURN = 500
let namesInThisTurn = 0

async function writeList({ npis, names, registered }: Facts): Promise<GroupList> {
  if (npis === null || names === null || registered === null) return { list: Buffer.alloc(0), hasOwn: false }
  const listed: string[] = JSON.parse(names)
  const written: string[] = []
  for (const [at, id] of npis.split(',').entries()) {
    namesInThisTurn = (namesInThisTurn + 1) % NAMES_IN_A_TURN
    if (namesInThisTurn === 0) await nextTurn()
    const name = JSON.stringify(shownName(listed[at] ?? ''))
    written.push(`{"id":"${id}","name":${name},"regFlag":${registered[at] !== '0'}}`)
  }
  return { list: Buffer.from(written.join(',')), hasOwn: registered.includes('2') }
}
