import type { Reply } from './flow-events.ts'
import { DRAFT_FIELDS, type ModelChange, namesOf, pickFields, type RegistrationModel } from './model.ts'
import type { Continued, Draft } from './model-shapes.ts'
import { type Route, resolveRoute } from './routes.ts'
import { chosenGroups } from './selection.ts'

/** The screens that can be gone on with; the others begin or end something. */
export const LEFT_SCREENS = [
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

const isLeftScreen = (route: Route): boolean => LEFT_SCREENS.some((left) => left === route)

/** What is kept of the model on this path; nothing where there is nothing to go on with, or it has not come back yet. */
export function draftOf(model: RegistrationModel, path: readonly Route[]): (Draft & { npiId: string }) | undefined {
  const last = path.at(-1)
  if (!last || !isLeftScreen(last) || model.npiId === '' || model.returning) return undefined
  return {
    ...pickFields(model, namesOf(DRAFT_FIELDS)),
    npiId: model.npiId,
    path: [...path],
    groups: chosenGroups(model).map((group) => group.id),
    permissions: model.permissionList.flatMap((item) => (item.checked ? item.referenceId : [])),
  }
}

/** The answer of continueRegistration as the flow reads it. */
export const continuedOf = (reply: Reply): Partial<Continued> => Object(reply.entity)

/** Where a draft leads: the screen it was left on. A quiz that was passed is not asked again. */
export function screenLeft(reply: Reply): Route {
  const { draft, identifyFound } = continuedOf(reply)
  const left = resolveRoute(draft?.path.at(-1) ?? 'home')
  return left === 'step2' && identifyFound ? 'step3' : left
}

/** What was typed and chosen, on top of what is known about the NPI today. */
export function resumeDraft(model: RegistrationModel, reply: Reply): ModelChange {
  const { draft, identifyFound = false, transactionId = '' } = continuedOf(reply)
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
