import type { CodeRequested, QuizScore } from '@portico/core/registration/shapes'
import fc from 'fast-check'
import { filledModel, findMail } from '../wizard.ts'
import { type Act, act, browser, inBrowser, provider } from './command.ts'
import { accept, mailed, nth, openLink, openOne, pick, wait } from './decision-commands.ts'
import {
  failedProof,
  insist,
  type Model,
  notOnHold,
  type Proof,
  passedProof,
  type Registration,
  renew,
  requestOfToken,
  touch,
} from './model.ts'
import { enterNpi, submit, validate } from './registration-commands.ts'
import { count, type Provider, type SentCode, type World } from './world.ts'

/** Identity proof by a six-digit code to the plan's address on file, instead of the quiz (behaviour 7.17). */

const CODE_MINUTES = 10
const MOST_WRONG = 3

async function requestCode({ model, world }: Act, at: number, npi: string, token?: string): Promise<void> {
  const form = filledModel(npi, token ? { reqId: token } : {})
  const reply = await inBrowser(world, at).post<CodeRequested>('codeRequest', form)
  if (reply.status !== 200) {
    touch(model, at)
    // The previous code may have been the last allowed failure, so no new code is sent.
    return endReplaced(model, await endedMeanwhile(world))
  }
  const registration = renew(model, at)
  insist(
    registration.token
      ? !token || registration.token === token
      : registration.npi === npi && registration.step1 !== undefined,
    'a code for nothing',
  )
  notOnHold(model, registration.npi)
  endReplaced(
    model,
    world.allCodes.filter((sent) => isForTheSame(model, sent.of, registration)),
  )
  const { body } = await findMail(world.app, 'identity.code')
  const code = /(\d{6}) is your code/.exec(body)?.[1] ?? ''
  const sent: SentCode = {
    codeId: reply.entity.codeId,
    code,
    sentAt: model.now,
    of: registration,
    wrong: 0,
    state: 'open',
  }
  world.codes[at] = sent
  world.allCodes.push(sent)
}

/** True if both prove the same NPI or the same request, in any browser. */
const isForTheSame = (model: Model, one: Registration, other: Registration): boolean =>
  one.npi === other.npi && requestOfToken(model, one.token) === requestOfToken(model, other.token)

/** A new code replaces earlier ones. An earlier code with a wrong try counts as failed. */
function endReplaced(model: Model, codes: SentCode[]): void {
  for (const sent of codes) {
    if (sent.state !== 'open') continue
    sent.state = 'replaced'
    if (sent.wrong > 0) failedProof(model, proofOf(sent))
  }
}

const proofOf = ({ of: { npi, token } }: SentCode): Proof => ({ kind: 'CODE', npi, token })

async function endedMeanwhile({ app, allCodes }: World): Promise<SentCode[]> {
  const open = await app.db.selectFrom('identity_code').select('code_id').where('status', '=', 'PENDING').execute()
  return allCodes.filter(({ codeId, wrong }) => wrong > 0 && !open.some((row) => row.code_id === codeId))
}

/** Types the last code requested in browser `from` into browser `at`. */
async function typeCode({ model, world }: Act, at: number, from: number, isRight: boolean): Promise<void> {
  const sent = world.codes[from]
  if (!sent) return
  const typed = isRight ? sent.code : String((Number(sent.code) + 1) % 1_000_000).padStart(6, '0')
  const reply = await inBrowser(world, at).post<QuizScore>('codeScore', { codeId: sent.codeId, code: typed })
  const isPassed = reply.status === 200 && reply.entity.status === 'PASS'
  if (!isPassed) {
    touch(model, at)
    // 200: another try is left; 406: no try is left, or the code has ended.
    if (reply.status === 200) triedWrong(model, sent)
    if (reply.status === 406) failed(model, sent)
    return
  }
  const registration = renew(model, at)
  insist(registration === sent.of, 'a code of another registration was confirmed')
  notOnHold(model, registration.npi)
  // A repeated confirmed code gets the same reply and adds no proof.
  if (sent.state === 'passed') return
  insist(isRight && sent.state === 'open' && isInTime(model, sent), 'confirmed without the code, or not in time')
  passedProof(model, proofOf(sent))
  sent.state = 'passed'
  registration.identity = true
  count(world, 'code confirmed')
}

const isInTime = (model: Model, { sentAt }: SentCode) => model.now - sentAt < CODE_MINUTES * 60_000

function triedWrong(model: Model, sent: SentCode): void {
  sent.wrong += 1
  insist(sent.state === 'open' && isInTime(model, sent) && sent.wrong < MOST_WRONG, 'another try at what is over')
}

/** Marks a code as failed: third wrong try, expired, or too many earlier failures. Counts it only once. */
function failed(model: Model, sent: SentCode): void {
  if (sent.state !== 'open') return
  sent.state = 'failed'
  failedProof(model, proofOf(sent))
}

const FAULTS = ['typed elsewhere', 'too late', 'typed wrong', 'not typed', 'typed wrong thrice'] as const
type Fault = (typeof FAULTS)[number]

async function typeWith(context: Act, at: number, fault?: Fault): Promise<void> {
  if (fault === 'too late') await wait(context, CODE_MINUTES)
  const wrong = fault === 'typed wrong' ? 1 : fault === 'typed wrong thrice' ? MOST_WRONG : 0
  for (let tries = 0; tries < wrong; tries++) await typeCode(context, at, at, false)
  if (fault !== 'not typed') await typeCode(context, fault === 'typed elsewhere' ? (at + 1) % 2 : at, at, true)
}

/** Registers with a code instead of the quiz. One wrong try does no harm; every other fault does. */
async function registerByCode(context: Act, at: number, of: Provider, fault?: Fault): Promise<void> {
  await enterNpi(context, at, of.npi)
  await validate(context, at, of, true)
  await requestCode(context, at, of.npi)
  await typeWith(context, at, fault)
  await submit(context, at, { npi: of.npi, way: 'self', isHuman: false, replaces: true })
}

async function acceptByCode(context: Act, at: number, which: number, fault?: Fault): Promise<void> {
  const place = openOne(context.model, 'behalf', which)
  const found = mailed(context.model)[place]
  if (!found) return
  await openLink(context, at, place)
  await requestCode(context, at, found.request.npi, found.token)
  await typeWith(context, at, fault)
  await accept(context, at, place)
}

async function codeForLink(context: Act, at: number, which: number): Promise<void> {
  const found = pick(mailed(context.model), which)
  if (found) await requestCode(context, at, found.request.npi, found.token)
}

const fault = fc.constantFrom(...FAULTS)

export const codeCommands = [
  fc
    .tuple(browser, provider)
    .map(([at, of]) => act(`register ${of.npi} at ${at} by code`, (it) => registerByCode(it, at, of))),
  fc
    .tuple(browser, provider)
    .map(([at, of]) => act(`code for ${of.npi} at ${at}`, (it) => requestCode(it, at, of.npi))),
  fc.tuple(browser, nth).map(([at, n]) => act(`code for link ${n} at ${at}`, (it) => codeForLink(it, at, n))),
  fc
    .tuple(browser, browser, fc.boolean())
    .map(([at, from, right]) => act(`type ${from} at ${at} ${right}`, (it) => typeCode(it, at, from, right))),
  fc
    .tuple(browser, provider, fault)
    .map(([at, of, wrong]) =>
      act(`register ${of.npi} at ${at} by code: ${wrong}`, (it) => registerByCode(it, at, of, wrong)),
    ),
  fc.tuple(browser, nth).map(([at, n]) => act(`accept ${n} at ${at} by code`, (it) => acceptByCode(it, at, n))),
  fc
    .tuple(browser, nth, fault)
    .map(([at, n, wrong]) => act(`accept ${n} at ${at} by code: ${wrong}`, (it) => acceptByCode(it, at, n, wrong))),
]
