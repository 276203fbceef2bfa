import { MalformedField } from '../../platform/http/errors.ts'
import type { Mount } from '../../platform/http/mount.ts'
import { findRefused, nameField } from '../../platform/http/sent-field.ts'

/**
 * No field takes a line break or a null: they only serve to slip something into a header or to upset the database.
 * Nor is anything of the model nested deeply: that only serves to upset whoever walks through it.
 */
export function refusingHostileContent(mount: Mount): Mount {
  return (call, handler) =>
    mount(call, (context, input, http) => {
      refuseHostile(http.request.query, call.described.query)
      refuseHostile(http.request.body, call.described.body)
      return handler(context, input, http)
    })
}

function refuseHostile(sent: unknown, declared: unknown): void {
  const keys = findRefused(sent, (text) => text === undefined || /\p{Cc}/u.test(text))
  if (keys) throw new MalformedField(nameField(declared, keys))
}
