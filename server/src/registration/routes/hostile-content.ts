import type { Call } from '@portico/core/call'
import { STATUS } from '@portico/core/constants'
import { HIDDEN_CHARACTERS } from '@portico/core/forms/sentences'
import type { Mount } from '#platform/calls/mount.ts'
import { MalformedField } from '#platform/http/errors.ts'
import { findRefused, nameField } from '#platform/http/sent-field.ts'

/**
 * Rejects control characters in every field: line breaks allow header injection, and the database rejects null. Also
 * rejects deep nesting, which can overflow recursive code. A person may have pasted a tab into a text field, so the
 * refusal of a typed field has a message (behaviour 5.17).
 */
export function refusingHostileContent(mount: Mount): Mount {
  return (call, handler) =>
    mount(call, (context, input, http) => {
      refuseHostile(http.request.query, call.described.query)
      const typed = findHiddenText(http.request.body, call)
      if (typed !== undefined) return explain(typed) as never
      refuseHostile(http.request.body, call.described.body)
      return handler(context, input, http)
    })
}

const explain = (field: string) => ({ refusal: { ...HIDDEN_REFUSAL, field } })
const HIDDEN_REFUSAL = { status: STATUS.pageMessage, message: HIDDEN_CHARACTERS, messageCode: 'hidden-characters' }

const isHostile = (text: string | undefined) => text === undefined || /\p{Cc}/u.test(text)

function refuseHostile(sent: unknown, declared: unknown): void {
  const keys = findRefused(sent, isHostile)
  if (keys) throw new MalformedField(nameField(declared, keys))
}

/** The declared text field of a body that contains a control character, if the call can refuse with a message. */
function findHiddenText(sent: unknown, { described }: Call): string | undefined {
  const [key, ...inner] = findRefused(sent, isHostile) ?? []
  const isText = key !== undefined && inner.length === 0 && typeof Object(sent)[key] === 'string'
  const canExplain = described.statuses?.includes(STATUS.pageMessage) ?? false
  return isText && canExplain && nameField(described.body, [key]) === key ? key : undefined
}
