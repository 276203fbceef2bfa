import { setImmediate as nextTurn } from 'node:timers/promises'
import { shownName } from '@portico/core/plan-data/shown-name'
import type { Group } from '@portico/core/registration/shapes'
import type { GroupRow } from '../store/provider-profile.ts'

/** Yields to the event loop after this many names, counted across groups, so that other requests can run. */
const NAMES_IN_A_TURN = 500
let namesInThisTurn = 0

/** The providers of a group by name. */
export async function readGroupList({
  npis,
  names,
  registered,
}: Pick<GroupRow, 'npis' | 'names' | 'registered'>): Promise<Group['npiList']> {
  if (npis === null || names === null || registered === null) return []
  const listed: string[] = JSON.parse(names)
  const list: Group['npiList'] = []
  for (const [at, id] of npis.split(',').entries()) {
    namesInThisTurn = (namesInThisTurn + 1) % NAMES_IN_A_TURN
    if (namesInThisTurn === 0) await nextTurn()
    list.push({ id, name: formatName(listed[at] ?? ''), regFlag: registered[at] !== '0' })
  }
  return list
}

/** Formatting 1,000 names takes as long as reading them, so names are kept. */
const formatted = new Map<string, string>()
const FORMATTED_MAX = 50_000

function formatName(name: string): string {
  const known = formatted.get(name)
  if (known !== undefined) return known
  if (formatted.size >= FORMATTED_MAX) formatted.clear()
  const shown = shownName(name)
  formatted.set(name, shown)
  return shown
}
