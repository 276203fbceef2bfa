import type { Call, Description } from '@portico/core/call'
import * as calls from '@portico/core/registration/calls'
import type { FlowCall, ReplyEventName } from '@portico/core/registration/flow/flow-events'
import { postableModel, type RegistrationModel } from '@portico/core/registration/model'
import type { Reply } from '@portico/core/registration/replies'
import type { QuizAnswers } from '@portico/core/registration/shapes'
import type { Gateway } from '#shell/gateway/gateway.ts'
import { signOnInBackground } from '#shell/session/sign-on.ts'

type Make = (gateway: Gateway, model: RegistrationModel, quiz: QuizAnswers) => Promise<Reply>

/** A call that posts the model and returns true. */
type ModelCall = Call<Description & Pick<(typeof calls.addSaa)['described'], 'body' | 'entity'>>

const postModel =
  (call: ModelCall): Make =>
  (gateway, model) =>
    gateway.call(call, postableModel(model))

const account = (call: ModelCall) => ({ reply: 'accountReply', make: postModel(call) }) as const

/** For each call of the flow: how to make it, and the event of its reply. */
export const FLOW_CALLS: Record<FlowCall, { reply: ReplyEventName; make: Make }> = {
  valRegNpi: { reply: 'npiReply', make: (gateway, { npiId }) => gateway.call(calls.valRegNpi, { npiId }) },
  continueRegistration: {
    reply: 'continueReply',
    make: (gateway, { npiId }) => gateway.call(calls.continueRegistration, { npiId }),
  },
  endRegistration: { reply: 'endReply', make: (gateway) => gateway.call(calls.endRegistration) },
  receipt: { reply: 'receiptReply', make: (gateway) => gateway.call(calls.receipt) },
  nonSaaNpiProfile: {
    reply: 'profileReply',
    // The screen requires a role; AU is only a fallback for the type.
    make: (gateway, { npiId, regRoleSel }) => gateway.call(calls.nonSaaNpiProfile, { npiId, role: regRoleSel || 'AU' }),
  },
  checkPendingSaaRequestsForProvider: {
    reply: 'pendingReply',
    make: (gateway, { npiId }) => gateway.call(calls.checkPendingSaaRequestsForProvider, { providerId: npiId }),
  },
  valRegProfile: { reply: 'identityReply', make: postModel(calls.valRegProfile) },
  quizScore: { reply: 'scoreReply', make: (gateway, _model, quiz) => gateway.call(calls.quizScore, quiz) },
  addSaa: account(calls.addSaa),
  addPoPgSaa: account(calls.addPoPgSaa),
  addNonSaaUser: account(calls.addNonSaaUser),
  activateUserAccount: account(calls.activateUserAccount),
  rejectRegReqId: {
    reply: 'rejectReply',
    make: (gateway, { rejReqId }) => gateway.call(calls.rejectRegReqId, { reqId: rejReqId }),
  },
  signOn: {
    reply: 'signOnDone',
    make: async (gateway, model) => {
      await signOnInBackground(gateway, model.userName, model.password)
      return { status: 200, entity: true }
    },
  },
}
