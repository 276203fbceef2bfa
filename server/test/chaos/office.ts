import * as access from '@portico/core/access/calls'
import type { PermissionItem } from '@portico/core/access/shapes'
import * as contracts from '@portico/core/contracts/calls'
import type { ContractReview } from '@portico/core/contracts/shapes'
import type { Kysely } from 'kysely'
import { wireIds } from '#platform/calls/wire-id.ts'
import type { Database } from '#platform/database/schema.ts'
import type { TestBrowser } from '../browser.ts'
import { type Body, filledModel, openWizard, solveCaptcha, type Wizard } from '../wizard.ts'
import type { History, Step } from './history.ts'
import { openNetworkBrowser, Unknown } from './network-browser.ts'

/** Facts that the players read from the database: quiz answers and row ids. */
export type Stage = { addresses: string[]; db: Kysely<Database>; secretKey: string; history: History }

export type Staff = { userName: string; password: string }
type Person = { userName: string; password: string; email: string }

/** The people of one office, and the browser of the suspended user. */
export type Office = { npi: string; saa: Person; user: Person; successor: Person; suspended?: TestBrowser }

const AU_CLAIMS: PermissionItem[] = [{ referenceId: 'CLAIM', referenceShortDesc: '', readOnly: 'FALSE', checked: true }]

const personOf = (form: Body): Person => ({
  userName: String(form.userName),
  password: String(form.password),
  email: String(form.email),
})

/**
 * Plays one office: a physician registers with SSN and quiz, a colleague gets access and is suspended, and a successor
 * takes over with a signed contract. Each step adds one history entry; the first failed step ends the sequence.
 */
export async function playOffice(stage: Stage, npi: string, lastSsn: string, staff: Staff): Promise<Office> {
  const forms = {
    saa: filledModel(npi),
    user: filledModel(npi, { regRoleSel: 'AU', regBy: '', permissionList: AU_CLAIMS }),
    successor: filledModel(npi, { regBy: '', replaceSaa: true }),
  }
  const office: Office = {
    npi,
    saa: personOf(forms.saa),
    user: personOf(forms.user),
    successor: personOf(forms.successor),
  }
  const attempt = (step: Step, call: () => Promise<string>) => stage.history.attempt(npi, step, call)
  const saa = openNetworkBrowser(stage.addresses)
  const user = openNetworkBrowser(stage.addresses)
  const done =
    (await attempt('register', registering(stage, forms.saa, lastSsn))) &&
    (await attempt('signIn', () => signIn(saa, office.saa))) &&
    (await attempt('ask', asking(stage, forms.user, 'AU'))) &&
    (await attempt('approve', () => approve(stage, saa, office.user))) &&
    (await attempt('signIn', () => signIn(user, office.user))) &&
    (await attempt('suspend', () => suspend(stage, saa, office.user)))
  if (!done) return office
  office.suspended = user
  if (!(await attempt('contract', asking(stage, forms.successor, 'SAA')))) return office
  const desk = openNetworkBrowser(stage.addresses)
  await stage.history.look(async () => {
    const refusal = await signIn(desk, staff)
    if (refusal) throw new Error(`Plan staff cannot sign in: ${refusal}`)
  })
  await attempt('validate', () => validate(stage, desk, office.successor))
  return office
}

/** Returns '' on success, otherwise the message. */
const refusalOf = (reply: { status: number | string; entity: { message?: string } }): string =>
  Number(reply.status) === 200 ? '' : `${reply.status} ${reply.entity?.message ?? ''}`

function openWizardOf({ addresses, db }: Stage): Wizard {
  return openWizard({ db, openBrowser: () => openNetworkBrowser(addresses) })
}

/** A retry repeats the steps before the form, and sends the form unchanged. */
function registering(stage: Stage, form: Body, lastSsn: string): () => Promise<string> {
  let wizard: Wizard | undefined
  return async () => {
    if (!wizard) {
      const fresh = openWizardOf(stage)
      const score = await asUnknown(fresh.proveSelf(String(form.npiId), lastSsn))
      if (score.entity.status !== 'PASS') return `the quiz: ${refusalOf(score) || score.entity.status}`
      wizard = fresh
    }
    return refusalOf(await wizard.post<{ message?: string }>('addSaa', form))
  }
}

function asking(stage: Stage, form: Body, role: 'AU' | 'SAA'): () => Promise<string> {
  let wizard: Wizard | undefined
  let captchaRes = ''
  return async () => {
    if (!wizard) {
      const fresh = openWizardOf(stage)
      const npi = String(form.npiId)
      await fresh.enterNpi(npi)
      if (role === 'AU') await fresh.chooseRole(npi, role)
      captchaRes = await solveCaptcha(fresh)
      wizard = fresh
    }
    const call = role === 'AU' ? 'addNonSaaUser' : 'addPoPgSaa'
    return refusalOf(await wizard.post<{ message?: string }>(call, { ...form, captchaRes }))
  }
}

async function signIn(browser: TestBrowser, { userName, password }: Staff): Promise<string> {
  const reply = await browser.signIn(userName, password)
  const to = String(reply.headers.location ?? '')
  return reply.statusCode === 302 && !to.includes('login') ? '' : `${reply.statusCode} ${to}`
}

async function approve(stage: Stage, saa: TestBrowser, { email }: Person): Promise<string> {
  const { reference } = await requestOf(stage, email)
  return refusalOf(await saa.postCall(access.decideRequest.path, { reference, decision: 'approve' }))
}

async function suspend(stage: Stage, saa: TestBrowser, { email }: Person): Promise<string> {
  const { grantId } = await requestOf(stage, email)
  const body = { grantId: wireIds(stage.secretKey).encode('grant', grantId), reason: 'Left the office.' }
  return refusalOf(await saa.postCall(access.suspendGrant.path, body))
}

/** Records the signed contract as a fax. */
async function validate(stage: Stage, desk: TestBrowser, { email }: Person): Promise<string> {
  const { reference } = await requestOf(stage, email)
  const look = () => desk.getCall<ContractReview>(contracts.reviewContract.path, { reference })
  let review = await look()
  if (review.status === 200 && review.entity.contracts.length === 0) {
    await desk.postCall(contracts.recordContract.path, { reference, cameBy: 'FAX' })
    review = await look()
  }
  if (review.status !== 200) return refusalOf(review)
  const contractId = review.entity.contracts[0]?.id
  return refusalOf(await desk.postCall(contracts.validateContract.path, { reference, contractId }))
}

async function requestOf({ db }: Stage, email: string): Promise<{ reference: string; grantId: string }> {
  const found = db
    .selectFrom('access_request as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .innerJoin('access_grant as g', 'g.request_id', 'r.id')
    .select(['r.reference', 'g.id as grantId'])
    .where('a.email', '=', email)
    .executeTakeFirstOrThrow()
  return asUnknown(found)
}

/** A database outage during a player's own query also counts as unknown. */
async function asUnknown<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Unknown ? error : new Unknown(`looking up: ${String(error)}`)
  }
}
