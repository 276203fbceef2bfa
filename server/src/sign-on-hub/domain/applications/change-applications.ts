import type { FourEyesDecided } from '@portico/core/access/account-shapes'
import { STATUS } from '@portico/core/constants'
import { APPLICATION_TEXTS, parseKeySet } from '@portico/core/sign-on-hub/application-form'
import type {
  AddApplicationBody,
  ApplicationSaved,
  ChangeApplicationBody,
} from '@portico/core/sign-on-hub/application-shapes'
import { type Outcome, refuse } from '#platform/outcome.ts'
import {
  type ActingInside,
  type ApplicationRequest,
  needsFourEyesApproval,
  refuseWithoutApprover,
  requestFourEyesApproval,
} from '../../../access/access.ts'
import { findClient } from '../../store/clients.ts'
import { type ClientInput, checkClient } from '../clients/check-client.ts'
import { describeChanges, describeNew } from '../clients/describe-changes.ts'
import { BAD_LOGO, readPng } from '../clients/png.ts'
import {
  addClient,
  CLIENT_UNKNOWN,
  changeClient,
  closeClient,
  HAS_KEY_SET,
  type NewClient,
  openClient,
  rotateSecret,
} from '../clients/register-client.ts'

/** The calls of the console page 'Applications'. With four eyes, everything but disabling waits for a second administrator. */

type Chosen = { clientId: string }

export const ALREADY_ASKED =
  'Another request for this application waits for a second administrator. Decide on it or withdraw it first.'

export async function addApplication(
  context: ActingInside,
  body: AddApplicationBody,
): Promise<Outcome<ApplicationSaved>> {
  if (!needsFourEyesApproval(context)) return saved(await addNow(context, body))
  const checked = checkClient({ ...readInput(body), brand: body.brand }, context.settings.production)
  if ('refusal' in checked) return checked
  const logo = readLogo(body.logo)
  if ('refusal' in logo) return logo
  const { name, brand } = checked.entity
  const changes = [`Brand: ${brand}`, ...describeNew(checked.entity), ...(logo.entity ? ['Logo: one'] : [])]
  return request(context, { kind: 'ADD_APPLICATION', name, changes, body })
}

export async function changeApplication(
  context: ActingInside,
  body: ChangeApplicationBody,
): Promise<Outcome<ApplicationSaved>> {
  if (!needsFourEyesApproval(context)) return saved(await changeNow(context, body))
  const client = await findClient(context.db, body.clientId)
  if (!client) return refuse(STATUS.notFound, CLIENT_UNKNOWN)
  if (client.version !== body.version) return refuse(STATUS.pageMessage, APPLICATION_TEXTS.changed)
  const checked = checkClient({ ...readInput(body), brand: client.brand }, context.settings.production)
  if ('refusal' in checked) return checked
  const logo = readLogo(body.logo)
  if ('refusal' in logo) return logo
  const changes = describeChanges(client, checked.entity, logo.entity)
  if (changes.length === 0) return saved({ entity: { clientId: body.clientId, clientSecret: null } })
  return request(context, { kind: 'CHANGE_APPLICATION', name: client.name, changes, body })
}

export async function rotateApplicationSecret(
  context: ActingInside,
  { clientId }: Chosen,
): Promise<Outcome<ApplicationSaved>> {
  if (!needsFourEyesApproval(context)) return saved(await rotateSecret(context, clientId))
  const client = await findClient(context.db, clientId)
  if (!client) return refuse(STATUS.notFound, CLIENT_UNKNOWN)
  if (client.jwks) return refuse(STATUS.badRequest, HAS_KEY_SET)
  return request(context, { kind: 'ROTATE_SECRET', name: client.name, changes: [], body: { clientId } })
}

/** At once, also with four eyes: an application that does harm must not wait. */
export const disableApplication = (context: ActingInside, { clientId }: Chosen): Promise<Outcome<true>> =>
  closeClient(context, clientId)

export async function enableApplication(
  context: ActingInside,
  { clientId }: Chosen,
): Promise<Outcome<ApplicationSaved>> {
  if (!needsFourEyesApproval(context)) {
    const opened = await openClient(context, clientId)
    return saved('refusal' in opened ? opened : { entity: { clientId, clientSecret: null } })
  }
  const client = await findClient(context.db, clientId)
  if (!client) return refuse(STATUS.notFound, CLIENT_UNKNOWN)
  return request(context, { kind: 'ENABLE_APPLICATION', name: client.name, changes: [], body: { clientId } })
}

/** After four-eyes approval. A new secret is made now and returned to the approver, once. */
export async function carryOutForApplication(
  context: ActingInside,
  asked: ApplicationRequest,
): Promise<Outcome<FourEyesDecided>> {
  if (asked.kind === 'ENABLE_APPLICATION') return openClient(context, asked.body.clientId)
  const done = await carryOut(context, asked)
  if ('refusal' in done) return done
  const { clientId, clientSecret } = done.entity
  return { entity: clientSecret === null ? true : { clientId, clientSecret } }
}

function carryOut(
  context: ActingInside,
  asked: Exclude<ApplicationRequest, { kind: 'ENABLE_APPLICATION' }>,
): Promise<Outcome<NewClient>> {
  if (asked.kind === 'ADD_APPLICATION') return addNow(context, asked.body)
  if (asked.kind === 'CHANGE_APPLICATION') return changeNow(context, asked.body)
  return rotateSecret(context, asked.body.clientId)
}

async function request(context: ActingInside, asked: ApplicationRequest): Promise<Outcome<ApplicationSaved>> {
  const refused = await refuseWithoutApprover(context)
  if (refused) return refused
  if (!(await requestFourEyesApproval(context, asked))) return refuse(STATUS.pageMessage, ALREADY_ASKED)
  return { entity: { clientId: '', clientSecret: '', waiting: true } }
}

function saved(outcome: Outcome<NewClient>): Outcome<ApplicationSaved> {
  if ('refusal' in outcome) return outcome
  const { clientId, clientSecret } = outcome.entity
  return { entity: { clientId, clientSecret: clientSecret ?? '', waiting: false } }
}

async function addNow(context: ActingInside, body: AddApplicationBody): Promise<Outcome<NewClient>> {
  const logo = readLogo(body.logo)
  if ('refusal' in logo) return logo
  return addClient(context, { ...readInput(body), brand: body.brand }, logo.entity)
}

async function changeNow(context: ActingInside, body: ChangeApplicationBody): Promise<Outcome<NewClient>> {
  const logo = readLogo(body.logo)
  if ('refusal' in logo) return logo
  return changeClient(context, { ...body, input: readInput(body), logo: logo.entity })
}

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)]
const orNull = <Text extends string>(text: Text | '') => (text === '' ? null : text)

const readInput = (body: AddApplicationBody | ChangeApplicationBody): Omit<ClientInput, 'brand'> => ({
  name: body.name.trim(),
  redirectUris: unique(body.redirectUris),
  logoutUri: orNull(body.logoutUri),
  postLogoutUris: unique(body.postLogoutUris),
  tileUri: orNull(body.tileUri),
  tilePermission: orNull(body.tilePermission),
  jwks: body.keySet === '' ? null : parseKeySet(body.keySet),
  kinds: unique(body.kinds),
  scopes: unique(body.scopes),
  permissions: unique(body.permissions),
  asksConsent: body.asksConsent,
  allowsEmptyAccess: body.allowsEmptyAccess,
})

/** Undefined: the logo stays. Null: the application has none. */
function readLogo(base64: string | undefined): Outcome<Buffer | null | undefined> {
  if (!base64) return { entity: base64 === undefined ? undefined : null }
  const logo = readPng(Buffer.from(base64, 'base64'))
  return logo ? { entity: logo } : refuse(STATUS.badRequest, BAD_LOGO)
}
