import type { Query } from '@tanstack/react-query'
import { type Gateway, lookUpKey } from './gateway.ts'

/** A look-up of a page, and the reply that came with the page. */
export type Asked = { path: string; query: Record<string, string> }
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

/** The look-ups that what was rendered would ask for. */
export function askedLookUps({ queryClient }: Gateway): Asked[] {
  const isAsked = ({ meta, state }: Query) => meta?.lookUp === true && state.data === undefined
  return queryClient
    .getQueryCache()
    .findAll({ predicate: isAsked })
    .map(({ queryKey: [, path, query] }) => ({ path: String(path), query: Object(query) }))
}
