import type { Call } from '@portico/core/call'
import type { Gateway } from './gateway.ts'

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
export function cachePreloadedReplies({ preload }: Gateway, replies: readonly PreloadedReply[]): void {
  for (const { path, query, entity } of replies) preload(path, query, entity)
}

/** A preloaded reply, for callers that do not fetch again. */
export const findPreloaded = <Entity>({ pages }: Gateway, { path }: { path: string }): Entity | undefined => {
  const reply = pages.find([path, {}])
  return reply?.ok ? (reply.entity as Entity) : undefined
}

/** Calls that the rendered screen still needs: only look-ups on a visitor's screen, all calls on a user's screen. */
export const listPendingCalls = ({ pages }: Gateway, who: 'visitor' | 'person'): PreloadCall[] =>
  pages
    .listMissing()
    .filter(({ enabled, lookUp }) => enabled && (lookUp || who === 'person'))
    .map(({ key: [path, query], method }) => ({ method, path: String(path), query: Object(query) }))
