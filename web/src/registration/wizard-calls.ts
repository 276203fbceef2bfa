import { REGISTRATION_CALLS } from '@portico/core/constants'
import type { FlowCall, Reply, ReplyEventName } from '@portico/core/registration/flow-events'
import { postableModel, type RegistrationModel } from '@portico/core/registration/model'
import type { Gateway } from '../shell/gateway.ts'
import { signOnInBackground } from '../shell/sign-on.ts'

type Make = (gateway: Gateway, model: RegistrationModel, payload: unknown) => Promise<Reply>

const postModel =
  (call: string): Make =>
  (gateway, model) =>
    gateway.legacyPost(call, postableModel(model))

const account = (call: string) => ({ reply: 'accountReply', make: postModel(call) }) as const

/** Each call of the flow: how it is made, and the event its reply comes back as. */
export const FLOW_CALLS: Record<FlowCall, { reply: ReplyEventName; make: Make }> = {
  valRegNpi: {
    reply: 'npiReply',
    make: (gateway, model) => gateway.legacyGet(REGISTRATION_CALLS.valRegNpi, { npiId: model.npiId }),
  },
  nonSaaNpiProfile: {
    reply: 'profileReply',
    make: (gateway, model) =>
      gateway.legacyPost(REGISTRATION_CALLS.nonSaaNpiProfile, { npiId: model.npiId, role: model.regRoleSel }),
  },
  checkPendingSaaRequestsForProvider: {
    reply: 'pendingReply',
    make: (gateway, model) =>
      gateway.legacyGet(REGISTRATION_CALLS.checkPendingSaaRequestsForProvider, { providerId: model.npiId }),
  },
  valRegProfile: { reply: 'identityReply', make: postModel(REGISTRATION_CALLS.valRegProfile) },
  quizScore: {
    reply: 'scoreReply',
    make: (gateway, _model, payload) => gateway.legacyPost(REGISTRATION_CALLS.quizScore, payload),
  },
  addSaa: account(REGISTRATION_CALLS.addSaa),
  addPoPgSaa: account(REGISTRATION_CALLS.addPoPgSaa),
  addNonSaaUser: account(REGISTRATION_CALLS.addNonSaaUser),
  activateUserAccount: account(REGISTRATION_CALLS.activateUserAccount),
  rejectRegReqId: {
    reply: 'rejectReply',
    make: (gateway, model) => gateway.legacyPost(REGISTRATION_CALLS.rejectRegReqId, { reqId: model.rejReqId }),
  },
  signOn: {
    reply: 'signOnDone',
    make: async (gateway, model) => {
      await signOnInBackground(gateway, model.userName, model.password)
      return { status: 200, entity: true }
    },
  },
}
