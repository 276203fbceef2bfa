import type { ModelChange, RegistrationModel } from '../model.ts'
import type { Continued } from '../model-shapes.ts'
import type { Reply } from '../replies.ts'
import { type Route, resolveRoute } from '../routes.ts'

/** Screens on which a saved registration can continue; the others start or end it. */
export const RESUMABLE_SCREENS = [
  'roleSel',
  'regWith',
  'regChoice',
  'saaPerm',
  'regBy',
  'pinssnSel',
  'step1',
  'step2',
  'step3',
] as const satisfies readonly Route[]

/** The reply of continueRegistration; all fields optional, because a refusal has none. */
export const readContinued = (reply: Reply): Partial<Continued> => Object(reply.entity)

/** The screen where the visitor left. A passed quiz is not repeated. */
export function resumedRoute(reply: Reply): Route {
  const { draft, identifyFound } = readContinued(reply)
  const left = resolveRoute(draft?.path.at(-1) ?? 'home')
  return left === 'step2' && identifyFound ? 'step3' : left
}

/** Applies the draft to the current profile of the NPI. */
export function resumeDraft(model: RegistrationModel, reply: Reply): ModelChange {
  const { draft, identifyFound = false, transactionId = '' } = readContinued(reply)
  const { path: _path, groups = [], permissions = [], ...typed } = draft ?? {}
  const checked = Object.entries(model.pgGroupMap).map(([id, group]) => [
    id,
    { ...group, checked: groups.includes(id) },
  ])
  return {
    ...typed,
    identifyFound,
    transactionId,
    returning: false,
    allowAaAuReg: model.regExists,
    pgGroupMap: Object.fromEntries(checked),
    // saaPerm loads the descriptions.
    permissionList: permissions.map((referenceId) => ({
      referenceId,
      referenceShortDesc: '',
      readOnly: '',
      checked: true,
    })),
  }
}
