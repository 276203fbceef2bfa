import Type, { type Static } from 'typebox'
import { EMAIL_MAX, NAME_MAX } from '../constants.ts'
import { keyedId, strings, text } from '../shapes.ts'
import { DECLINE_REASON_MAX, SIGNATURE_POINTS_MAX, SIGNATURE_STROKES_MAX } from './limits.ts'

/** Online signing of a contract (behaviour 10.6). */

const Reference = text(40)
const time = Type.String()

/** The person the registrant asks to sign. */
export const AskBody = Type.Object({
  reference: Type.Optional(Reference),
  name: text(NAME_MAX),
  title: text(NAME_MAX),
  email: text(EMAIL_MAX),
  confirmEmail: text(EMAIL_MAX),
})
export type AskBody = Static<typeof AskBody>
/** The link works until `expiresOn`. */
export const SignatureAsked = Type.Object({ expiresOn: time })
export type SignatureAsked = Static<typeof SignatureAsked>

/** If `reference` is absent: the account's newest request that waits for a contract. */
export const SigningBody = Type.Object({ reference: Type.Optional(Reference) })
export type SigningBody = Static<typeof SigningBody>
export const SigningStarted = Type.Object({ signId: Type.String() })
export type SigningStarted = Static<typeof SigningStarted>

export const SignedCopyQuery = Type.Object({ reference: Reference })

const signId = text(64)
export const SignIdBody = Type.Object({ signId })
export type SignIdBody = Static<typeof SignIdBody>

const Fact = Type.Object({ label: Type.String(), value: Type.String() })
const Clause = Type.Object({ heading: Type.String(), text: Type.String() })

/** The whole contract as text, who asks for the signature, and the progress so far. */
export const ShownContract = Type.Object({
  reference: Type.String(),
  title: Type.String(),
  lead: Type.String(),
  facts: Type.Array(Fact),
  groups: Type.Array(Type.String()),
  terms: Type.Array(Clause),
  /** SHA-256 of the document. The signature call must send it back. */
  documentHash: Type.String(),
  requester: Type.String(),
  /** The registrant is the signatory. */
  own: Type.Boolean(),
  ...strings('signerName', 'signerTitle', 'sentTo', 'expiresOn', 'fileName'),
})
export type ShownContract = Static<typeof ShownContract>

/** Refused with a sentence unless `consent` is true. */
export const ConsentBody = Type.Object({ signId, consent: Type.Optional(Type.Boolean()) })
export type ConsentBody = Static<typeof ConsentBody>
export const CodeSent = Type.Object({ sentTo: Type.String(), expiresInMinutes: Type.Integer() })
export type CodeSent = Static<typeof CodeSent>

export const SigningCodeBody = Type.Object({ signId, code: text(20) })
export type SigningCodeBody = Static<typeof SigningCodeBody>
/** Returned only to the browser where the code was typed. */
export const CodeConfirmed = Type.Object({ confirmation: Type.String() })
export type CodeConfirmed = Static<typeof CodeConfirmed>

/** Coordinates of one stroke, x and y alternating, on a field 600 wide and 180 high. */
const Stroke = Type.Array(Type.Integer({ minimum: 0, maximum: 600 }), { maxItems: SIGNATURE_POINTS_MAX })
export const SignBody = Type.Object({
  signId,
  confirmation: text(64),
  documentHash: text(64),
  name: text(NAME_MAX),
  title: text(NAME_MAX),
  /** The typed signature; empty if it was drawn. */
  typed: text(NAME_MAX),
  strokes: Type.Array(Stroke, { maxItems: SIGNATURE_STROKES_MAX }),
})
export type SignBody = Static<typeof SignBody>
/** `copyId` opens the signed copy, like the mailed link. */
export const ContractSigned = Type.Object({ copyId: Type.String() })
export type ContractSigned = Static<typeof ContractSigned>

export const DeclineBody = Type.Object({ signId, reason: text(DECLINE_REASON_MAX) })
export type DeclineBody = Static<typeof DeclineBody>

export const CopyQuery = Type.Object({ copyId: text(64) })
export type CopyQuery = Static<typeof CopyQuery>
export const SignedCopy = Type.Object({
  ...strings('reference', 'signedBy', 'fileName'),
  signedOn: time,
  /** Empty until the plan validates it. */
  validatedOn: time,
})
export type SignedCopy = Static<typeof SignedCopy>

/** State of online signing, for the requester. */
export const SigningState = Type.Object({
  state: Type.Enum(['NONE', 'OPEN', 'SIGNED', 'DECLINED', 'CANCELLED', 'EXPIRED']),
  way: Type.Enum(['', 'SELF', 'ASKED']),
  ...strings('name', 'title', 'sentTo', 'reason'),
  askedOn: time,
  openedOn: time,
  confirmedOn: time,
  endedOn: time,
  expiresOn: time,
})
export type SigningState = Static<typeof SigningState>

/** Verified facts about a contract signed online, for plan staff. */
export const SigningFacts = Type.Object({
  contractId: keyedId('contract'),
  way: Type.Enum(['SELF', 'ASKED']),
  /** The stored file is the signed one, and the contract is unchanged since it was shown. */
  unchanged: Type.Boolean(),
  signatureValid: Type.Boolean(),
  codeConfirmed: Type.Boolean(),
  /**
   * Whether the plan has the same address on file for the signed scope; NONE if it has no address, OWN if the registrant
   * gave the address on file as their own.
   */
  planAddress: Type.Enum(['SAME', 'OWN', 'OTHER', 'NONE']),
  ...strings('name', 'title', 'email', 'from', 'documentHash', 'certificate'),
  signatureKind: Type.Enum(['TYPED', 'DRAWN']),
  askedOn: time,
  openedOn: time,
  confirmedOn: time,
  signedOn: time,
})
export type SigningFacts = Static<typeof SigningFacts>
