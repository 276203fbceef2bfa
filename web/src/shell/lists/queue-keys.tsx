import type { NextQuery, NextReference } from '@portico/core/access/request-shapes'
import type { Call, Description } from '@portico/core/call'
import { useGateway } from '../gateway/gateway-context.tsx'
import { useRefetch } from '../gateway/use-action.ts'
import { navigate } from '../router/router.tsx'
import { SEARCH_HASH } from './row-keys.ts'
import { ShortcutHelp, type Shortcuts } from './shortcuts.tsx'

/** A list of pending items that staff open one after the other. */
export type Queue = {
  itemLabel: string
  /** URL of the list and of one item. */
  list: string
  addressOf: (reference: string) => string
  next: Call<Description & { query: typeof NextQuery; entity: typeof NextReference }>
}

function useFindNext({ next }: Queue, reference: string): (way: NextQuery['way']) => Promise<string> {
  const { call } = useGateway()
  return async (way) => {
    const found = await call(next, { reference, way })
    return found.ok ? found.entity.reference : ''
  }
}

/** Opens the next item that no colleague is working on, or the list. */
export function useOpenNext(queue: Queue, reference: string): () => Promise<void> {
  const findNext = useFindNext(queue, reference)
  const refetch = useRefetch()
  return async () => {
    refetch()
    const next = await findNext('FREE')
    navigate(next ? queue.addressOf(next) : queue.list)
  }
}

type QueueKeysProps = {
  queue: Queue
  reference: string
  /** Shortcuts of other parts of the page, for the help. */
  more: readonly [string, string][]
}

/** Shortcuts on an item: next, previous, back to the search. */
export function QueueKeys({ queue, reference, more }: QueueKeysProps) {
  const findNext = useFindNext(queue, reference)
  const move = async (way: 'NEXT' | 'PREVIOUS') => {
    const next = await findNext(way)
    if (next) navigate(queue.addressOf(next))
  }
  const keys: Shortcuts = {
    j: { label: `Next ${queue.itemLabel}`, run: () => void move('NEXT') },
    k: { label: `Previous ${queue.itemLabel}`, run: () => void move('PREVIOUS') },
    '/': { label: 'Back to search', run: () => navigate(`${queue.list}${SEARCH_HASH}`) },
  }
  return (
    <p>
      <ShortcutHelp shortcuts={keys} more={more} />
    </p>
  )
}
