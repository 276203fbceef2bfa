import Type, { type Static } from 'typebox'
import { ContractState, RequestState } from '../access/request-shapes.ts'
import { PermissionItem } from '../access/shapes.ts'
import { ROLES } from '../constants.ts'
import { strings } from '../shapes.ts'

/** Schemas of the registration calls, except those of the model (model-shapes.ts). */

const text = (max = 200) => Type.String({ maxLength: max })
const flag = Type.Boolean()

/** One provider of a group; regFlag is shown as Yes or No. */
const GroupProvider = Type.Object({ id: Type.String(), name: Type.String(), regFlag: flag })
export const Group = Type.Object({
  ...strings('id', 'name', 'shortName'),
  checked: flag,
  registerdGroup: flag,
  registerdNpi: flag,
  selectedNpiGroup: flag,
  npiList: Type.Array(GroupProvider),
})
export type Group = Static<typeof Group>

const Role = Type.Enum([...ROLES])
export const Level = Type.Enum(['NPI', 'PG', 'PO'])
export type Level = Static<typeof Level>

export const NpiQuery = Type.Object({ npiId: text(20) })
export const RoleBody = Type.Object({ npiId: text(20), role: Role })
export type RoleBody = Static<typeof RoleBody>
export const ReqIdQuery = Type.Object({ reqId: text() })
export type ReqIdQuery = Static<typeof ReqIdQuery>
/** With `codeFirst` the server opens no quiz while a code alone can prove the identity. */
export const codeFirst = { codeFirst: Type.Optional(flag) }
export const LinkQuizQuery = Type.Object({ reqId: text(), ...codeFirst })
export type LinkQuizQuery = Static<typeof LinkQuizQuery>
export const ResendActivationBody = Type.Object({ email: text() })
export const ActivationQuery = Type.Object({ activationId: text() })
export const DefaultPermsQuery = Type.Object({ providerType: Level })
export const ActivePermsQuery = Type.Object({ entityId: text() })
export const PendingRequestsQuery = Type.Object({ providerId: text(20) })

const QuizChoice = Type.Object({ id: text(), text: Type.String() })
const QuizQuestion = Type.Object({
  id: text(),
  text: Type.String(),
  selectedChoice: text(),
  choiceList: Type.Array(QuizChoice, { maxItems: 20 }),
})
export type QuizQuestion = Static<typeof QuizQuestion>
export const Quiz = Type.Object({
  ...strings('status', 'transactionId', 'quizId'),
  workflow: Type.Enum(['SELF', 'REQUEST']),
  noOfQuestions: Type.Integer(),
  statusMsg: Type.String(),
  questionList: Type.Array(QuizQuestion),
  /** Seconds left to answer; the page shows them. */
  secondsLeft: Type.Optional(Type.Integer()),
  /** Quizzes left today, including this one. A quiz that times out unanswered is not counted. */
  quizzesLeft: Type.Optional(Type.Integer()),
  /** Masked address for a code; absent if no code can be sent. */
  codeTo: Type.Optional(Type.String()),
  /** Reply to `codeFirst`: questions are possible too, and their time starts when they are requested. */
  questionsLater: Type.Optional(flag),
  /** The plan requires the code and the questions. Otherwise one of them is enough. */
  bothNeeded: Type.Optional(flag),
})
export type Quiz = Static<typeof Quiz>

/** The quiz as posted to quizScore: its id and the chosen answers. The server reads nothing else. */
export const QuizAnswers = Type.Object({
  quizId: text(),
  questionList: Type.Array(Type.Object({ id: text(), selectedChoice: text() }), { maxItems: 20 }),
})
export type QuizAnswers = Static<typeof QuizAnswers>

export const QuizScore = Type.Object({ ...strings('status', 'transactionId', 'statusMsg') })
export type QuizScore = Static<typeof QuizScore>

/** The mailed code's id and masked address: j•••@c•••.example. */
export const CodeRequested = Type.Object({ ...strings('codeId', 'sentTo'), expiresInMinutes: Type.Integer() })
export type CodeRequested = Static<typeof CodeRequested>
export const CodeAnswer = Type.Object({ codeId: text(), code: text(20) })
export type CodeAnswer = Static<typeof CodeAnswer>

/** `reference` selects one of several contracts of a signed-in requester. */
export const ContractQuery = Type.Object({ reference: Type.Optional(text(40)) })
export type ContractQuery = Static<typeof ContractQuery>
/** The contract after a submission, in base64 (behaviour 10.2). */
export const Contract = Type.Object({ regContract: Type.String(), reference: Type.String() })
export type Contract = Static<typeof Contract>

/** Receipt of a submission: its reference, the request and its current status. */
export const Receipt = Type.Object({
  ...strings('reference', 'npiId', 'npiName', 'poName', 'firstName', 'lastName', 'email'),
  ...strings('contactFirstName', 'contactLastName', 'signatoryEmail', 'submittedOn'),
  /** Empty until decided. For an invitation: when the invited person completed the account. */
  decidedOn: Type.String(),
  /** Deadline for the decision; empty if the request does not expire. */
  expiresOn: Type.String(),
  path: Type.Enum(['SELF', 'BEHALF', 'CONTRACT', 'APPROVAL', 'INVITATION']),
  regType: Level,
  regRoleSel: Role,
  groups: Type.Array(Type.String()),
  state: RequestState,
  contract: ContractState,
  /** What happens next, for the requester. */
  next: Type.String(),
})
export type Receipt = Static<typeof Receipt>

/** 'This was not me': the link of a notice. */
export const HoldQuery = Type.Object({ holdId: text() })
export const HoldNotice = Type.Object({
  ...strings('npi', 'name', 'at'),
  event: Type.Enum(['FAILED', 'REQUESTED', 'NEW_SAA']),
  objection: Type.Boolean(),
  given: Type.Boolean(),
})
export type HoldNotice = Static<typeof HoldNotice>

export const YesNo = Type.Boolean()
export const Questions = Type.Array(Type.String())
export const Permissions = Type.Array(PermissionItem)
export const AgentId = Type.String()
export const ReviewPromise = Type.Object({ businessDays: Type.Integer(), draftMinutes: Type.Integer() })
export type ReviewPromise = Static<typeof ReviewPromise>

/** npiSearch: up to 20 providers by NPI prefix or by prefixes of the words of their name. */
export const NpiSearchQuery = Type.Object({ search: text(100) })
export const FoundNpis = Type.Array(
  Type.Object({ npi: Type.String(), name: Type.String(), city: Type.String(), state: Type.String() }),
)
export type FoundNpis = Static<typeof FoundNpis>

/** Challenge for the Captcha widget, without an envelope: the puzzle, or the script URL of an external Captcha. */
export const CaptchaChallenge = Type.Object({
  parameters: Type.Optional(
    Type.Object({
      ...strings('algorithm', 'nonce', 'salt'),
      cost: Type.Integer(),
      keyLength: Type.Integer(),
      keyPrefix: Type.String(),
      expiresAt: Type.Integer(),
      data: Type.Object({ until: Type.Integer() }),
    }),
  ),
  signature: Type.Optional(text()),
  scriptUrl: Type.Optional(text(2000)),
})
export type CaptchaChallenge = Static<typeof CaptchaChallenge>
