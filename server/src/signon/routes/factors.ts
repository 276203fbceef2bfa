import * as calls from '@portico/core/signon/factors/calls'
import type { Http, Mount } from '#platform/calls/mount.ts'
import type { SignedIn, Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { setCsrfCookie } from '#platform/identity/csrf.ts'
import { readPending } from '#platform/identity/pending-interaction.ts'
import { DEVICE_COOKIE, SESSION_COOKIE, setDeviceCookie, setSessionCookie } from '#platform/identity/session-cookie.ts'
import type { Outcome } from '#platform/outcome.ts'
import { endOthersRegistration } from '../../registration/registration.ts'
import { offerAppKey } from '../domain/factors/app.ts'
import { queueEmailCode } from '../domain/factors/email-code.ts'
import { findFactorStatus } from '../domain/factors/factor-status.ts'
import { type Finished, finish } from '../domain/factors/finish.ts'
import * as mine from '../domain/factors/mine.ts'
import { noPasskeysHere, requestNewPasskey, requestOwnPasskey } from '../domain/factors/passkeys.ts'
import { describeChoices, prove } from '../domain/factors/prove.ts'
import { partyAt } from '../domain/factors/relying-party.ts'
import { type Added, addPasskey, confirmApp, confirmEmail, findToSetUp } from '../domain/factors/set-up.ts'
import { challengeVisitor, signInByPasskey } from '../domain/factors/sign-in-by-passkey.ts'
import { answerNotice, describeNotice } from '../domain/recovery/answer-notice.ts'
import { askForReset, stopOwnReset } from '../domain/recovery/factor-reset.ts'
import { confirmOwner } from '../domain/recovery/owner-check.ts'
import type { Browser, Opened } from '../domain/sessions/open-session.ts'

/** Second factors: proof, setup, passkey sign-in, and the profile section (behaviour 11.20). */
export function factorRoutes(mount: Mount): void {
  mountProofs(mount)
  mountSetUp(mount)
  mount(calls.myFactors, (context, _nothing, http) =>
    mine.describeMyFactors(context, { party: partyOf(context, http), deviceId: http.request.cookies[DEVICE_COOKIE] }),
  )
  mount(calls.renamePasskey, mine.renamePasskey)
  mount(calls.removePasskey, mine.removePasskey)
  mount(calls.removeFactor, mine.removeOther)
  mount(calls.newRecoveryCodes, mine.remakeRecoveryCodes)
  mount(calls.forgetDevice, mine.forgetDevice)
  mount(calls.putOfferAway, mine.putOfferAway)
  mount(calls.resetFactors, askForReset)
  mount(calls.stopFactorReset, stopOwnReset)
  mount(calls.factorNotice, describeNotice)
  mount(calls.answerFactorNotice, answerNotice)
  mount(calls.confirmOwner, confirmOwner)
}

function mountProofs(mount: Mount): void {
  mount(calls.factorChoices, (context, _nothing, http) => describeChoices(context, partyOf(context, http)))
  mount(calls.proveFactor, async (context, body, http) => {
    const proved = await prove(context, partyOf(context, http), body)
    if ('refusal' in proved) return proved
    const { target, trustDevice } = body
    const finishing = { provedBy: proved.entity, browser: browserOf(http), target, trustDevice }
    const finished = await transact(context, (inside) => finish(inside, finishing))
    return answer(context, http, finished, ({ location }) => ({ location }))
  })
  mount(calls.sendFactorCode, async (context) =>
    queueEmailCode(context, await findFactorStatus(context, context.session.accountId)),
  )
  mount(calls.askForPasskey, async (context, _nothing, http) => {
    const party = partyOf(context, http)
    return party ? { entity: await requestOwnPasskey(context, party) } : noPasskeysHere()
  })
  mount(calls.passkeyChallenge, (visit, _nothing, http) => challengeVisitor(visit, partyOf(visit, http)))
  mount(calls.passkeySignIn, async (visit, body, http) => {
    const formerSessionId = http.request.cookies[SESSION_COOKIE]
    const arriving = { party: partyOf(visit, http), browser: browserOf(http), formerSessionId }
    const signedIn = await signInByPasskey(visit, body, arriving)
    if ('refusal' in signedIn) return signedIn
    const { location, accountId, opened } = signedIn.entity
    await endOthersRegistration(visit, http.request, http.reply, accountId)
    setCookies(visit, http, opened)
    return { entity: { location } }
  })
}

function mountSetUp(mount: Mount): void {
  mount(calls.startApp, async (context, _nothing, http) => {
    const found = await findToSetUp(context, partyOf(context, http), 'app')
    return 'refusal' in found ? found : offerAppKey(context, found.entity)
  })
  mount(calls.startPasskey, async (context, _nothing, http) => {
    const party = partyOf(context, http)
    const found = await findToSetUp(context, party, 'passkey')
    if ('refusal' in found) return found
    return party ? { entity: await requestNewPasskey(context, party, found.entity) } : noPasskeysHere()
  })
  mount(calls.confirmApp, async (context, body, http) => {
    const ending = { ...body, browser: browserOf(http) }
    return answer(context, http, await confirmApp(context, partyOf(context, http), ending), toAddedReply)
  })
  mount(calls.addPasskey, async (context, body, http) => {
    const ending = { ...body, browser: browserOf(http) }
    return answer(context, http, await addPasskey(context, partyOf(context, http), ending), toAddedReply)
  })
  mount(calls.confirmEmailFactor, async (context, body, http) => {
    const ending = { ...body, browser: browserOf(http) }
    return answer(context, http, await confirmEmail(context, partyOf(context, http), ending), toAddedReply)
  })
}

const toAddedReply = ({ recoveryCodes, location }: Added) => ({ recoveryCodes, location })

const partyOf = (context: Visit | SignedIn, { request }: Http) => partyAt(context, request.host)

const browserOf = ({ request }: Http): Browser => ({
  userAgent: request.headers['user-agent'],
  deviceId: request.cookies[DEVICE_COOKIE],
  pending: readPending(request),
})

/** Sets new cookies if the proof replaced a half-signed session. */
function answer<Done extends Finished, Entity>(
  context: SignedIn,
  http: Http,
  outcome: Outcome<Done>,
  tell: (done: Done) => Entity,
): Outcome<Entity> {
  if ('refusal' in outcome) return outcome
  if (outcome.entity.opened) setCookies(context, http, outcome.entity.opened)
  return { entity: tell(outcome.entity) }
}

function setCookies({ settings }: Visit | SignedIn, { request, reply }: Http, { sessionId, deviceId }: Opened): void {
  setSessionCookie(request, reply, settings, sessionId)
  setDeviceCookie(request, reply, settings, deviceId)
  setCsrfCookie(request, reply, settings, sessionId)
}
