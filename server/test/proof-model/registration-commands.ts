import type { PermissionItem } from '@portico/core/access/shapes'
import type { Quiz } from '@portico/core/registration/shapes'
import fc from 'fast-check'
import type { Role } from '#platform/database/schema.ts'
import { type Body, filledModel, findMail, solveCaptcha } from '../wizard.ts'
import { type Act, act, browser, inBrowser, provider } from './command.ts'
import {
  activate,
  chooseRole,
  failedProof,
  insist,
  isAdministered,
  type Model,
  notOnHold,
  openedFor,
  passedProof,
  renew,
  requestOfToken,
  submitted,
  touch,
  type Way,
} from './model.ts'
import { count, countFor, type Groups, OFFICE, type Provider, type World } from './world.ts'

/** Commands of a visitor in the wizard. */

const QUIZ_MINUTES = 8

async function enterNpi({ model, world }: Act, at: number, npi: string): Promise<void> {
  const reply = await inBrowser(world, at).enterNpi(npi)
  if (reply.status !== 200) return
  notOnHold(model, npi)
  model.browsers[at] = openedFor(model, { npi })
}

async function validate({ model, world }: Act, at: number, of: Provider, isRight: boolean) {
  const typed = isRight ? of.typed : { ...of.typed, lastSsn: '0000', taxId: '000000000' }
  const reply = await inBrowser(world, at).validate(of.npi, typed)
  const registration = model.browsers[at]
  if (reply.status !== 200) {
    touch(model, at)
    // Trying another method discards the earlier proof, even if it fails. During a hold nothing is tried.
    if (
      registration?.npi === of.npi &&
      !model.holds.has(of.npi) &&
      registration.step1 !== undefined &&
      registration.step1 !== of.method
    )
      Object.assign(registration, { step1: undefined, identity: false })
    return
  }
  const proved = renew(model, at)
  insist(isRight && proved.npi === of.npi, 'validated by what is not on file')
  notOnHold(model, of.npi)
  if (proved.step1 !== of.method) proved.identity = false
  proved.step1 = of.method
}

async function requestQuiz({ model, world }: Act, at: number, npi: string, token?: string): Promise<void> {
  const wizard = inBrowser(world, at)
  const reply = token ? await wizard.get<Quiz>('quizForReqId', { reqId: token }) : await wizard.requestQuiz(npi)
  const request = requestOfToken(model, token)
  if (reply.status !== 200 || reply.entity.quizId === '') {
    touch(model, at)
    // The provider can get neither a quiz nor a code.
    if (request && reply.status === 404 && model.browsers[at]?.token === token) request.passedToStaff = true
    return
  }
  const registration = renew(model, at)
  insist(
    token ? registration.token === token : registration.npi === npi && registration.step1 !== undefined,
    'a quiz without its proofs',
  )
  notOnHold(model, registration.npi)
  const { quizId } = reply.entity
  const known = world.quizzes.find((one) => one?.quizId === quizId)
  world.quizzes[at] = known ?? {
    ...{ quizId, shownAt: model.now, graded: false, failed: false },
    of: { kind: 'QUIZ', npi: registration.npi, token },
  }
}

/** Answers the last quiz shown in browser `from` in browser `at`. */
async function answerQuiz({ model, world }: Act, at: number, from: number, isRight: boolean): Promise<void> {
  const shown = world.quizzes[from]
  if (!shown) return
  const wizard = inBrowser(world, at)
  const row = await world.app.db
    .selectFrom('quiz')
    .select('questions')
    .where('quiz_id', '=', shown.quizId)
    .executeTakeFirst()
  // The quiz was deleted with its registration.
  if (!row) return
  const keys = row.questions as unknown as { id: string; right: string }[]
  const questionList = keys.map(({ id, right }) => ({ id, selectedChoice: isRight ? right : 'none of them' }))
  const reply = await wizard.scoreQuiz({ quizId: shown.quizId, questionList })
  if (reply.status !== 200 || reply.entity.status !== 'PASS') {
    touch(model, at)
    // A repeated failed quiz gets the same reply and counts only once.
    if (reply.status === 406 && !shown.failed) failedProof(model, shown.of)
    shown.failed ||= reply.status === 406
    return
  }
  const registration = renew(model, at)
  insist(at === from && registration.token === shown.of.token, 'a quiz of another registration was passed')
  notOnHold(model, registration.npi)
  // A repeated passed quiz gets the same reply and adds no proof.
  if (shown.graded) return
  insist(!shown.failed, 'a failed quiz was passed')
  passedProof(model, shown.of)
  insist(isRight && model.now - shown.shownAt <= QUIZ_MINUTES * 60_000, 'a quiz was passed without its answers')
  shown.graded = true
  registration.identity = true
  count(world, 'quiz passed')
}

const CALLS = {
  self: 'addSaa',
  behalf: 'addSaa',
  contract: 'addPoPgSaa',
  AA: 'addNonSaaUser',
  AU: 'addNonSaaUser',
} as const satisfies Record<Way, string>

const claimOnly: PermissionItem[] = [{ referenceId: 'CLAIM', referenceShortDesc: '', readOnly: 'FALSE', checked: true }]

type Sending = { npi: string; way: Way; isHuman: boolean; replaces: boolean; groups?: Groups }

/** At organization level, the NPI's own group is always included. */
function scopesOf({ npi, groups }: Sending): string[] {
  if (!groups) return [npi]
  insist(npi === OFFICE.npi, 'groups of another provider')
  return groups.level === 'PO' ? [...new Set([OFFICE.own, ...groups.ids])] : groups.ids
}

const ticked = ({ level, ids }: Groups): Body => ({
  regType: level,
  pgGroupMap: Object.fromEntries(ids.map((id) => [id, { id, checked: true }])),
})

async function formFor(world: World, at: number, sending: Sending): Promise<Body> {
  const { npi, way, isHuman, replaces, groups } = sending
  const isOther = way === 'AA' || way === 'AU'
  const provider = `provider${npi}@practice.example`
  return filledModel(npi, {
    regBy: way === 'behalf' ? 'behalf' : way === 'self' ? 'self' : '',
    regRoleSel: isOther ? way : 'SAA',
    replaceSaa: replaces,
    // The server must ignore these claims of the browser.
    identifyFound: true,
    transactionId: 'mine',
    permissionList: isOther ? claimOnly : [],
    captchaRes: isHuman ? await solveCaptcha(inBrowser(world, at)) : '',
    ...(groups && ticked(groups)),
    ...(way === 'behalf' && {
      contactFirstName: 'Eleanor',
      contactLastName: 'Whitlock',
      signatoryEmail: provider,
      signatoryConfEmail: provider,
    }),
  })
}

async function submit({ model, world }: Act, at: number, sending: Sending): Promise<void> {
  const { npi, way } = sending
  const form = await formFor(world, at, sending)
  const reply = await inBrowser(world, at).post(CALLS[way], form)
  if (reply.status !== 200) return refused(model, at, sending)
  const registration = renew(model, at)
  submitted(model, registration, { ...sending, isOfGroups: sending.groups !== undefined })
  world.sent[at] = { call: CALLS[way], form }
  const email = String(form.email)
  const role: Role = way === 'AA' || way === 'AU' ? way : 'SAA'
  const tokens = way === 'behalf' ? [(await findMail(world.app, 'request.asked')).token] : []
  const made = { madeAt: model.now, tokens, isOpen: true, passedToStaff: false, failed: 0 }
  const request = { email, npi, scopes: scopesOf(sending), role, way, ...made }
  model.requests.push(request)
  model.accounts.add(email)
  world.passwords.set(email, { username: String(form.userName), password: String(form.password) })
  countFor(world, `request: ${way}`, request)
  if (way === 'self') activate(model, request)
}

/** A solved captcha remains valid for the registration after a refused form. */
function refused(model: Model, at: number, { npi, isHuman }: Sending): void {
  touch(model, at)
  const registration = model.browsers[at]
  if (registration && !registration.over && isHuman && registration.npi === npi) registration.captchaAt = model.now
}

/** Sends the last form again, which must have no effect. */
async function sendAgain({ model, world }: Act, at: number): Promise<void> {
  const last = world.sent[at]
  if (!last) return
  await inBrowser(world, at).post(last.call, last.form)
  touch(model, at)
}

/** Completes the wizard from NPI to form, correctly or with one step missing or wrong. */
async function registerAlone(context: Act, at: number, of: Provider, fault?: Fault): Promise<void> {
  if (fault !== 'no NPI') await enterNpi(context, at, of.npi)
  if (fault !== 'not validated') await validate(context, at, of, fault !== 'validated wrong')
  if (fault !== 'no quiz') await requestQuiz(context, at, of.npi)
  if (fault !== 'no quiz') await answerQuiz(context, at, at, fault !== 'answered wrong')
  await submit(context, at, { npi: of.npi, way: 'self', isHuman: false, replaces: true })
}

async function requestAs(context: Act, at: number, of: Provider, way: Way): Promise<void> {
  const isOther = way === 'AA' || way === 'AU'
  if (isOther && !isAdministered(context.model, of.npi)) await registerAlone(context, at, of)
  await enterNpi(context, at, of.npi)
  if (way === 'behalf') await validate(context, at, of, true)
  if (isOther) await takeRole(context, at, of.npi, way)
  await submit(context, at, { npi: of.npi, way, isHuman: way !== 'behalf', replaces: true })
}

async function takeRole({ model, world }: Act, at: number, npi: string, role: Role): Promise<void> {
  const reply = await inBrowser(world, at).chooseRole(npi, role)
  if (reply.status !== 200) return touch(model, at)
  const registration = renew(model, at)
  insist(registration.npi === npi, 'the profile of another NPI')
  chooseRole(registration, role)
}

const FAULTS = ['no NPI', 'not validated', 'validated wrong', 'no quiz', 'answered wrong'] as const
type Fault = (typeof FAULTS)[number]

const mostly = fc.integer({ min: 0, max: 9 }).map((draw) => draw < 8)
const way = fc.constantFrom<Way>('self', 'behalf', 'contract', 'AA', 'AU')
const requestWay = fc.constantFrom<Way>('behalf', 'contract', 'AA', 'AU')
const role = fc.constantFrom<Role>('SAA', 'AA', 'AU')

export { answerQuiz, enterNpi, requestAs, requestQuiz, submit, takeRole, validate }

export const registrationCommands = [
  fc.tuple(browser, provider).map(([at, of]) => act(`enter ${of.npi} at ${at}`, (it) => enterNpi(it, at, of.npi))),
  fc
    .tuple(browser, provider, mostly)
    .map(([at, of, right]) => act(`validate ${of.npi} at ${at} ${right}`, (it) => validate(it, at, of, right))),
  fc
    .tuple(browser, provider)
    .map(([at, of]) => act(`quiz for ${of.npi} at ${at}`, (it) => requestQuiz(it, at, of.npi))),
  fc
    .tuple(browser, browser, mostly)
    .map(([at, from, right]) => act(`answer ${from} at ${at} ${right}`, (it) => answerQuiz(it, at, from, right))),
  fc
    .tuple(browser, provider, role)
    .map(([at, of, as]) => act(`role ${as} for ${of.npi} at ${at}`, (it) => takeRole(it, at, of.npi, as))),
  fc
    .tuple(browser, provider, way, mostly, mostly)
    .map(([at, of, how, isHuman, replaces]) =>
      act(`submit ${how} for ${of.npi} at ${at} ${isHuman} ${replaces}`, (it) =>
        submit(it, at, { npi: of.npi, way: how, isHuman, replaces }),
      ),
    ),
  fc
    .tuple(browser, provider, fc.constantFrom<Way>('AA', 'AU'))
    .map(([at, of, how]) => act(`request as ${how} for ${of.npi} at ${at}`, (it) => requestAs(it, at, of, how))),
  browser.map((at) => act(`send again at ${at}`, (it) => sendAgain(it, at))),
  fc.tuple(browser, provider).map(([at, of]) => act(`register ${of.npi} at ${at}`, (it) => registerAlone(it, at, of))),
  fc
    .tuple(browser, provider, fc.constantFrom(...FAULTS))
    .map(([at, of, fault]) => act(`register ${of.npi} at ${at}: ${fault}`, (it) => registerAlone(it, at, of, fault))),
  fc
    .tuple(browser, provider, requestWay)
    .map(([at, of, how]) => act(`request ${how} for ${of.npi} at ${at}`, (it) => requestAs(it, at, of, how))),
]
