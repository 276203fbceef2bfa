import { INTERNAL_PATHS, PROVIDER_PATHS } from '../../constants.ts'
import { isPlanStaff } from '../conditions.ts'
import { MODEL_FIELDS, type ModelChange, type RegistrationModel } from '../model.ts'
import { presetGroups, presetPermissions, sortGroupKeys } from '../preset.ts'
import { quizIs, type Reply, succeeded, transactionOf } from '../replies.ts'
import type { Route } from '../routes.ts'
import type { Exit, FlowEvent, FlowRow, ReplyEventName, Transition } from './flow-events.ts'
import { FLOW_TABLE } from './flow-table.ts'

/** Placeholder reply for the guards of an event that is not a reply. */
const NO_REPLY: Reply = { status: 0, entity: undefined }

/** The next screen. An event without a row on this screen, such as a late reply, changes nothing. */
export function next(route: Route, event: FlowEvent, model: RegistrationModel): Transition {
  const row = findRow(route, event, model)
  return row ? follow(row, route, event, model) : { route, set: {} }
}

/** The first matching row of the table. */
export function findRow(route: Route, event: FlowEvent, model: RegistrationModel): FlowRow | undefined {
  const known = { ...model, ...readEvent(event) }
  return FLOW_TABLE.find((row) => fits(row, route, event, known))
}

const replyOf = (event: FlowEvent): Reply => ('reply' in event ? event.reply : NO_REPLY)

function fits(row: FlowRow, route: Route, event: FlowEvent, model: RegistrationModel): boolean {
  const here = row.from === 'any' || row.from.includes(route)
  const now = row.on === event.type || (row.on === 'anyReply' && 'reply' in event)
  return here && now && row.when.test(model, replyOf(event))
}

function follow(row: FlowRow, route: Route, event: FlowEvent, model: RegistrationModel): Transition {
  const reply = replyOf(event)
  const received = readEvent(event)
  const set = { ...received, ...row.set?.({ ...model, ...received }, reply) }
  const changed = { ...model, ...set }
  return {
    route: row.to === 'same' ? route : row.to,
    set,
    ...(row.call && { call: typeof row.call === 'function' ? row.call(changed) : row.call }),
    ...(row.popup && { popup: row.popup }),
    ...(row.message && { message: row.message(reply) }),
    ...(row.fieldErrors && { fieldErrors: row.fieldErrors(reply) }),
    ...(row.exit && { exit: row.exit }),
    ...(row.seals && { seals: row.seals }),
  }
}

export function canGoBack(route: Route, model: RegistrationModel): boolean {
  return findRow(route, { type: 'goBack' }, model) !== undefined
}

/** The URL of an exit. LOG IN leads to additional access after the login page. */
export function exitAddress(exit: Exit, model: RegistrationModel): string {
  const addresses: Record<Exit, string> = {
    cancelRegistration: model.cancelRegistrationLink,
    additionalAccess: `${PROVIDER_PATHS.login}?TARGET=${encodeURIComponent(PROVIDER_PATHS.additionalAccess)}`,
    login: PROVIDER_PATHS.login,
    portal: isPlanStaff(model) ? INTERNAL_PATHS.home : PROVIDER_PATHS.home,
  }
  return addresses[exit]
}

/** The model change of an event, applied before the table is evaluated. */
function readEvent(event: FlowEvent): ModelChange {
  if (event.type === 'entered') {
    const { reqId, activateId, easyReg } = event.entry
    return { reqId, easyReg, ...(activateId && !reqId ? { regType: 'accountActivation' as const } : {}) }
  }
  if (!('reply' in event)) return event.answers ?? {}
  return succeeded(event.reply) ? (REPLY_READERS[event.type]?.(event.reply) ?? {}) : {}
}

const REPLY_READERS: Partial<Record<ReplyEventName, (reply: Reply) => ModelChange>> = {
  npiReply: (reply) => readProfile(reply.entity),
  profileReply: (reply) => readProfile(reply.entity),
  requestReply: (reply) => readFields(reply.entity),
  activationReply: (reply) => readFields(reply.entity),
  permissionsReply: (reply) =>
    Array.isArray(reply.entity) ? { permissionList: presetPermissions(reply.entity) } : { permissionList: [] },
  scoreReply: (reply) => (quizIs(reply, 'PASS') ? { transactionId: transactionOf(reply), identifyFound: true } : {}),
}

function readProfile(entity: unknown): ModelChange {
  const profile = readFields(entity)
  const pgGroupMap = presetGroups(profile.pgGroupMap ?? {})
  return { ...profile, pgGroupMap, pgGroupKeys: sortGroupKeys(pgGroupMap) }
}

/** The model fields of an entity; missing and null values are ignored. */
function readFields(entity: unknown): ModelChange {
  const fields = Object.entries(Object(entity)).filter(([name]) => Object.hasOwn(MODEL_FIELDS, name))
  return Object.fromEntries(fields.filter(([, value]) => value !== null && value !== undefined))
}
