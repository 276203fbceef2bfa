import Type, { type Static } from 'typebox'

/**
 * What the registration calls are sent and answer. The server checks and serialises with these
 * schemas; the browser imports their types only (`import type`), so that no schema library reaches it.
 */

const text = (max = 200) => Type.String({ maxLength: max })
const optionalText = (max = 200) => Type.Optional(text(max))
const flag = Type.Boolean()
const optionalFlag = Type.Optional(flag)

const RegistrationRoleSchema = Type.Enum(['SAA', 'AA', 'AU'])
const ProviderTypeSchema = Type.Enum(['NPI', 'PG', 'PO'])
const ValidationMethodSchema = Type.Enum(['ssn', 'tin', 'claim'])
const unchosen = <Value extends string>(values: Value[]) => Type.Enum(['', ...values])

const PermissionItemSchema = Type.Object({
  referenceId: text(20),
  referenceShortDesc: text(),
  readOnly: text(10),
  checked: flag,
})
export type PermissionItemEntity = Static<typeof PermissionItemSchema>

const GroupProviderSchema = Type.Object({ id: Type.String(), name: Type.String(), regFlag: flag })

const groupFields = {
  id: Type.String(),
  name: Type.String(),
  shortName: Type.String(),
  checked: flag,
  registerdGroup: flag,
  registerdNpi: flag,
  selectedNpiGroup: flag,
}
export const GroupSchema = Type.Object({ ...groupFields, npiList: Type.Array(GroupProviderSchema) })
export type GroupEntity = Static<typeof GroupSchema>

/** Of a posted group only the choice is read. */
const PostedGroupSchema = Type.Object({ id: text(64), checked: flag })

/** The registration model as posted. From it only what a person typed or chose is read (behaviour 7). */
export const RegistrationBodySchema = Type.Object({
  npiId: optionalText(20),
  regType: Type.Optional(unchosen(['NPI', 'PG', 'PO', 'accountActivation'])),
  regRoleSel: Type.Optional(unchosen(['SAA', 'AA', 'AU'])),
  regBy: Type.Optional(unchosen(['self', 'behalf'])),
  validateBy: Type.Optional(unchosen(['ssn', 'tin', 'claim'])),
  easyReg: optionalFlag,
  replaceSaa: optionalFlag,
  pgGroupMap: Type.Optional(Type.Record(Type.String(), PostedGroupSchema)),
  permissionList: Type.Optional(Type.Array(PermissionItemSchema, { maxItems: 100 })),
  captchaRes: optionalText(10_000),
  lastSsn: optionalText(20),
  taxId: optionalText(20),
  claimNu1: optionalText(40),
  claimNu2: optionalText(40),
  billAmt1: optionalText(40),
  billAmt2: optionalText(40),
  reqId: optionalText(),
  acceptStaffReq: Type.Optional(unchosen(['Y', 'N'])),
  rejReqId: optionalText(),
  contactFirstName: optionalText(),
  contactLastName: optionalText(),
  signatoryEmail: optionalText(),
  signatoryConfEmail: optionalText(),
  firstName: optionalText(),
  lastName: optionalText(),
  email: optionalText(),
  confirmEmail: optionalText(),
  phone: optionalText(40),
  phoneExt: optionalText(40),
  userName: optionalText(),
  password: optionalText(),
  confirmPassword: optionalText(),
  securityQuestion1: optionalText(),
  securityQuestion2: optionalText(),
  securityQuestion3: optionalText(),
  securityAns1: optionalText(),
  securityAns2: optionalText(),
  securityAns3: optionalText(),
  ignoreExistSaaAccount: optionalFlag,
  ignoreExistAuAaAccount: optionalFlag,
})
export type RegistrationBody = Static<typeof RegistrationBodySchema>

export const NpiQuerySchema = Type.Object({ npiId: text(20) })
export const NonSaaProfileBodySchema = Type.Object({ npiId: text(20), role: RegistrationRoleSchema })
export const ReqIdQuerySchema = Type.Object({ reqId: text() })
export const RejectBodySchema = Type.Object({ reqId: text() })
export const ResendActivationBodySchema = Type.Object({ email: text() })
export const ActivationQuerySchema = Type.Object({ activationId: text() })
export const DefaultPermsQuerySchema = Type.Object({ providerType: ProviderTypeSchema })
export const ActivePermsQuerySchema = Type.Object({ entityId: text() })
export const PendingRequestsQuerySchema = Type.Object({ providerId: text(20) })

/** Answer of valRegNpi and nonSaaNpiProfile. */
export const NpiProfileSchema = Type.Object({
  npiId: Type.String(),
  npiName: Type.String(),
  npiFirstName: Type.String(),
  npiLastName: Type.String(),
  personFlag: Type.Enum(['Y', 'N']),
  foundSsn: flag,
  foundTaxId: flag,
  poId: Type.String(),
  poName: Type.String(),
  entityId: Type.String(),
  pgGroupMap: Type.Record(Type.String(), GroupSchema),
  pgGroupKeys: Type.Array(Type.String()),
  regExists: flag,
  poRegExists: flag,
  poPgExists: flag,
  regAtPoExists: flag,
  regAtPgExists: flag,
  regAtNpiExists: flag,
  regAtSgExists: flag,
  regAtIpaExists: flag,
  lockedMethods: Type.Array(ValidationMethodSchema),
  regContract: Type.String(),
  captchaKey: Type.String(),
  message: Type.String(),
})
export type NpiProfile = Static<typeof NpiProfileSchema>

const QuizChoiceSchema = Type.Object({ id: text(), text: Type.String() })
const QuizQuestionSchema = Type.Object({
  id: text(),
  text: Type.String(),
  selectedChoice: text(),
  choiceList: Type.Array(QuizChoiceSchema, { maxItems: 20 }),
})
export const QuizSchema = Type.Object({
  status: Type.String(),
  transactionId: Type.String(),
  quizId: Type.String(),
  workflow: Type.Enum(['SELF', 'REQUEST']),
  noOfQuestions: Type.Integer(),
  statusMsg: Type.String(),
  questionList: Type.Array(QuizQuestionSchema),
  /** Seconds left to answer; the page shows them. */
  secondsLeft: Type.Optional(Type.Integer()),
})
export type QuizEntity = Static<typeof QuizSchema>

/** The quiz as posted to quizScore: its id and the chosen answers; the rest is not read. */
export const QuizAnswersSchema = Type.Object({
  quizId: text(),
  questionList: Type.Array(Type.Object({ id: text(), selectedChoice: text() }), { maxItems: 20 }),
})
export type QuizAnswers = Static<typeof QuizAnswersSchema>

export const QuizScoreSchema = Type.Object({
  status: Type.String(),
  transactionId: Type.String(),
  statusMsg: Type.String(),
})
export type QuizScore = Static<typeof QuizScoreSchema>

/** Answer of regByReqId: who asks for what, and until when the provider can decide. */
export const RequestReviewSchema = Type.Object({
  reqId: Type.String(),
  npiId: Type.String(),
  npiName: Type.String(),
  npiFirstName: Type.String(),
  npiLastName: Type.String(),
  personFlag: Type.Enum(['Y', 'N']),
  regType: ProviderTypeSchema,
  regRoleSel: RegistrationRoleSchema,
  replaceSaa: flag,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  phoneExt: Type.String(),
  contactFirstName: Type.String(),
  contactLastName: Type.String(),
  requestedOn: Type.String(),
  expiresOn: Type.String(),
})
export type RequestReview = Static<typeof RequestReviewSchema>

/** Answer of profileByActivationId: the invited person and what the account will cover. */
export const ActivationProfileSchema = Type.Object({
  npiId: Type.String(),
  npiName: Type.String(),
  poId: Type.String(),
  poName: Type.String(),
  pgGroupMap: Type.Record(Type.String(), GroupSchema),
  pgGroupKeys: Type.Array(Type.String()),
  regRoleSel: unchosen(['SAA', 'AA', 'AU']),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  phoneExt: Type.String(),
})
export type ActivationProfile = Static<typeof ActivationProfileSchema>

/** Answer of the regContract call after a submission (behaviour 10.2). */
export const ContractSchema = Type.Object({ regContract: Type.String(), reference: Type.String() })
export type ContractEntity = Static<typeof ContractSchema>

/** One place for 'true or false' and lists: pending check, submissions, questions, permissions, agent id. */
export const TrueFalseSchema = Type.Boolean()
export const QuestionListSchema = Type.Array(Type.String())
export const PermissionListSchema = Type.Array(PermissionItemSchema)
export const AgentIdSchema = Type.String()

/** npiSearch: up to 20 providers by NPI prefix or by the beginnings of the words of their name. */
export const NpiSearchQuerySchema = Type.Object({ search: text(100) })
export const NpiSearchResultSchema = Type.Object({
  npi: Type.String(),
  name: Type.String(),
  city: Type.String(),
  state: Type.String(),
})
export type NpiSearchResult = Static<typeof NpiSearchResultSchema>

/** A signed-in requester with several contracts names one by its reference. */
export const ContractQuerySchema = Type.Object({ reference: optionalText(40) })

/** The captcha's challenge, read by its widget without an envelope: what it has to solve, or where an outside one is. */
export const CaptchaChallengeSchema = Type.Object({
  parameters: Type.Optional(
    Type.Object({
      algorithm: Type.String(),
      nonce: Type.String(),
      salt: Type.String(),
      cost: Type.Integer(),
      keyLength: Type.Integer(),
      keyPrefix: Type.String(),
      expiresAt: Type.Integer(),
      data: Type.Object({ until: Type.Integer() }),
    }),
  ),
  signature: optionalText(),
  scriptUrl: optionalText(2000),
})
