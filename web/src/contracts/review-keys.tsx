import { INTERNAL_PATHS } from '@portico/core/constants'
import { listContracts } from '@portico/core/contracts/calls'
import { goTo } from '../shell/address-router.tsx'
import { contractAddress } from '../shell/console-addresses.ts'
import { useGateway } from '../shell/gateway-context.tsx'
import { ShortcutHelp, type Shortcuts } from '../shell/shortcuts.tsx'
import { SEARCH_HASH } from './labels.ts'

/** What the parts of the page do on a key, told beside the page's own. */
const PARTS: readonly [string, string][] = [
  ['v', 'Validate'],
  ['r', 'Return with a reason'],
  ['c', 'Take it, or give it back'],
  ['u', 'Undo the last decision'],
]

/** On an opened contract: the next and the previous one that wait, and back to the search. */
export function ReviewKeys({ reference }: { reference: string }) {
  const { call } = useGateway()
  const move = async (by: 1 | -1) => {
    const waiting = await call(listContracts, { stage: 'RECEIVED' })
    if (!waiting.ok) return
    const { rows } = waiting.entity
    const here = rows.findIndex((row) => row.reference === reference)
    const next = here < 0 ? rows[0] : rows[here + by]
    if (next) goTo(contractAddress(next.reference))
  }
  const keys: Shortcuts = {
    j: { says: 'Next contract', run: () => void move(1) },
    k: { says: 'Previous contract', run: () => void move(-1) },
    '/': { says: 'Back to the search', run: () => goTo(`${INTERNAL_PATHS.contracts}${SEARCH_HASH}`) },
  }
  return (
    <p>
      <ShortcutHelp shortcuts={keys} more={PARTS} />
    </p>
  )
}
