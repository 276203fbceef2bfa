import { HttpFailure } from '../../platform/errors.ts'
import type { Mount } from '../../platform/mount.ts'

/**
 * No field takes a line break or a null: they only serve to slip something into a header or to upset the database.
 * Nor is anything of the model nested deeply: that only serves to upset whoever walks through it.
 */
export function refusingHostileContent(mount: Mount): Mount {
  return (call, handler) =>
    mount(call, (context, input, http) => {
      if (isHostile(http.request.query) || isHostile(http.request.body))
        throw new HttpFailure(400, 'malformed', 'The request could not be understood.')
      return handler(context, input, http)
    })
}

const DEEPEST = 10

function isHostile(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return /\p{Cc}/u.test(value)
  if (typeof value !== 'object' || value === null) return false
  if (depth > DEEPEST) return true
  return Object.entries(value).some(([key, inner]) => isHostile(key) || isHostile(inner, depth + 1))
}
