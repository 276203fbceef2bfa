import type { Call } from '@portico/core/call'
import type { Query } from '@tanstack/react-query'
import { type Gateway, lookUpKey, type Reply } from './gateway.ts'

/** A call of a page, and the reply that came with the page. */
export type Asked = { method: Call['method']; path: string; query: Record<string, unknown> }
export type GivenReply = Asked & { entity: unknown }

const ID = 'given-replies'

/** What the server wrote into the page beside its first screen. */
export function readGivenReplies(): GivenReply[] {
  return JSON.parse(document.getElementById(ID)?.textContent ?? '[]')
}

/** No text can end the element it stands in. */
export const writeGivenReplies = (given: readonly GivenReply[]): string =>
  `<script type="application/json" id="${ID}">${JSON.stringify(given).replaceAll('<', '\\u003c')}</script>`

/** As if they had been asked for already. */
export function giveReplies({ queryClient }: Gateway, given: readonly GivenReply[]): void {
  for (const { path, query, entity } of given) {
    const reply = { ok: true, status: 200, entity }
    queryClient.setQueryData(['page', path, query], reply)
    queryClient.setQueryData(lookUpKey(path, query), reply)
  }
}

/** What came with the page, for who does not ask again. */
export const findGiven = <Entity>({ queryClient }: Gateway, { path }: { path: string }): Entity | undefined => {
  const reply = queryClient.getQueryData<Reply<Entity>>(['page', path, {}])
  return reply?.ok ? reply.entity : undefined
}

/** What was rendered would ask for this: of a visitor's screen the look-ups alone, of a person's own all of it. */
export function askedCalls({ queryClient }: Gateway, who: 'visitor' | 'person'): Asked[] {
  const isAsked = ({ meta, state }: Query) =>
    state.data === undefined &&
    meta?.enabled !== false &&
    (meta?.lookUp === true || (who === 'person' && meta?.enabled === true))
  return queryClient
    .getQueryCache()
    .findAll({ predicate: isAsked })
    .map(({ meta, queryKey: [, path, query] }) => ({
      method: meta?.method === 'POST' ? 'POST' : 'GET',
      path: String(path),
      query: Object(query),
    }))
}
