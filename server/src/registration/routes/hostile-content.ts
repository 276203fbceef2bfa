import { MalformedField } from '../../platform/http/errors.ts'
import type { Mount } from '../../platform/http/mount.ts'
import { findRefused, nameField } from '../../platform/http/sent-field.ts'

/**
 * Rejects control characters in every field: line breaks allow header injection, and the database rejects null. Also
 * rejects deep nesting, which can overflow recursive code.
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
