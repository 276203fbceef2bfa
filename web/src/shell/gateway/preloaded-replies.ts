import type { Call } from '@portico/core/call'
import type { Query } from '@tanstack/react-query'
import { type Gateway, lookUpKey, type Reply } from './gateway.ts'

/** A call of a page, for which the server can preload the reply. */
export type PreloadCall = { method: Call['method']; path: string; query: Record<string, unknown> }
export type PreloadedReply = PreloadCall & { entity: unknown }

const ELEMENT_ID = 'preloaded-replies'

/** Reads the replies that the server embedded in the page. */
export function readPreloadedReplies(): PreloadedReply[] {
  return JSON.parse(document.getElementById(ELEMENT_ID)?.textContent ?? '[]')
}

/** Escapes '<' so that no text can close the element. */
export const renderPreloadedReplies = (replies: readonly PreloadedReply[]): string =>
  `<script type="application/json" id="${ELEMENT_ID}">${JSON.stringify(replies).replaceAll('<', '\\u003c')}</script>`

/** Puts the replies into the caches of pages and look-ups. */
export function cachePreloadedReplies({ queryClient }: Gateway, replies: readonly PreloadedReply[]): void {
  for (const { path, query, entity } of replies) {
    const reply = { ok: true, status: 200, entity }
    queryClient.setQueryData(['page', path, query], reply)
    queryClient.setQueryData(lookUpKey(path, query), reply)
  }
}

/** A preloaded reply, for callers that do not fetch again. */
export const findPreloaded = <Entity>({ queryClient }: Gateway, { path }: { path: string }): Entity | undefined => {
  const reply = queryClient.getQueryData<Reply<Entity>>(['page', path, {}])
  return reply?.ok ? reply.entity : undefined
}

/** Calls that the rendered screen still needs: only look-ups on a visitor's screen, all calls on a user's screen. */
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
