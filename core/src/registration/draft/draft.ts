import type { Reply } from '../flow/flow-events.ts'
import type { ModelChange, RegistrationModel } from '../model.ts'
import type { Continued } from '../model-shapes.ts'
import { type Route, resolveRoute } from '../routes.ts'

/** The screens that can be gone on with; the others begin or end something. */
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

/** The answer of continueRegistration as the flow reads it. */
export const readContinued = (reply: Reply): Partial<Continued> => Object(reply.entity)

/** Where a draft leads: the screen it was left on. A quiz that was passed is not asked again. */
export function resumedRoute(reply: Reply): Route {
  const { draft, identifyFound } = readContinued(reply)
  const left = resolveRoute(draft?.path.at(-1) ?? 'home')
  return left === 'step2' && identifyFound ? 'step3' : left
}

/** What was typed and chosen, on top of what is known about the NPI today. */
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
    // The screen that offers them knows the rest.
    permissionList: permissions.map((referenceId) => ({
      referenceId,
      referenceShortDesc: '',
      readOnly: '',
      checked: true,
    })),
  }
}
