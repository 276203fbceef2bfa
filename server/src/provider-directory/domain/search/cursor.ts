import { createHmac, timingSafeEqual } from 'node:crypto'
import { acceptedKeys, type Keys, olderKey } from '#platform/keys/secret-key.ts'
import type { Position } from '../../store/search/find-page.ts'
import { refuseValue } from './fhir-failure.ts'
import type { Search } from './read-search.ts'

const SIGNATURE_BYTES = 16

/** A cursor continues one search, so the signature covers its parameters. */
const sign = (key: string, { type, used }: Search, position: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['fhir-cursor', type, used, position]))
    .digest()
    .subarray(0, SIGNATURE_BYTES)

/** Where the next page begins, as text for a link. */
export function writeCursor(keys: Keys, search: Search, position: Position): string {
  const text = JSON.stringify([position.driver, position.key, position.id])
  return Buffer.concat([sign(olderKey(keys), search, text), Buffer.from(text)]).toString('base64url')
}

/** Undefined on the first page. Refuses every cursor that this server did not write for this search. */
export function readCursor(keys: Keys, search: Search): Position | undefined {
  if (search.cursor === undefined) return undefined
  const bytes = Buffer.from(search.cursor, 'base64url')
  const text = bytes.subarray(SIGNATURE_BYTES).toString()
  const given = bytes.subarray(0, SIGNATURE_BYTES)
  const isOwn = acceptedKeys(keys).some((key) => {
    const expected = sign(key, search, text)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  if (!isOwn) throw refuseValue('This _cursor was not issued for this search. Start with the first page.')
  const [driver, key, id] = JSON.parse(text)
  return { driver, key, id }
}
