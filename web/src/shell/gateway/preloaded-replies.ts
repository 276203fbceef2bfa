import type { Call } from '@portico/core/call'
import type { Query } from '@tanstack/react-query'
import { type Gateway, lookUpKey, type Reply } from './gateway.ts'

/** A call of a page, and the reply that came with the page. */
export type PreloadCall = { method: Call['method']; path: string; query: Record<string, unknown> }
export type PreloadedReply = PreloadCall & { entity: unknown }

const ELEMENT_ID = 'preloaded-replies'

/** What the server wrote into the page beside its first screen. */
export function readPreloadedReplies(): PreloadedReply[] {
  return JSON.parse(document.getElementById(ELEMENT_ID)?.textContent ?? '[]')
}

/** No text can end the element it stands in. */
export const renderPreloadedReplies = (replies: readonly PreloadedReply[]): string =>
  `<script type="application/json" id="${ELEMENT_ID}">${JSON.stringify(replies).replaceAll('<', '\\u003c')}</script>`

/** As if they had been asked for already. */
export function cachePreloadedReplies({ queryClient }: Gateway, replies: readonly PreloadedReply[]): void {
  for (const { path, query, entity } of replies) {
    const reply = { ok: true, status: 200, entity }
    queryClient.setQueryData(['page', path, query], reply)
    queryClient.setQueryData(lookUpKey(path, query), reply)
  }
}

/** What came with the page, for who does not ask again. */
export const findPreloaded = <Entity>({ queryClient }: Gateway, { path }: { path: string }): Entity | undefined => {
  const reply = queryClient.getQueryData<Reply<Entity>>(['page', path, {}])
  return reply?.ok ? reply.entity : undefined
}

/** What was rendered would ask for this: of a visitor's screen the look-ups alone, of a person's own all of it. */
export function listPendingCalls({ queryClient }: Gateway, who: 'visitor' | 'person'): PreloadCall[] {
  const isPending = ({ meta, state }: Query) =>
    state.data === undefined &&
    meta?.enabled !== false &&
    (meta?.lookUp === true || (who === 'person' && meta?.enabled === true))
  return queryClient
    .getQueryCache()
    .findAll({ predicate: isPending })
    .map(({ meta, queryKey: [, path, query] }) => ({
      method: meta?.method === 'POST' ? 'POST' : 'GET',
      path: String(path),
      query: Object(query),
    }))
}
