import type { Limits } from '#platform/settings/numbers.ts'

/** step1, the quiz and the code of an NPI; LINK: quizzes and codes on the link of one request. */
export type LimitKind = 'STEP1' | 'QUIZ' | 'CODE' | 'LINK'
export type AttemptKind = Exclude<LimitKind, 'LINK'>
export type ProofKind = 'QUIZ' | 'CODE'

type Declaration = {
  kind: LimitKind
  /** Attempts are consumed before anything is checked; failures when a quiz or a code has failed. */
  counts: 'attempts' | 'failures'
  by: readonly ('npi' | 'address' | 'registration' | 'request')[]
  /** Hours, since the last complete proof or reset by staff, or without a time limit. */
  within: number | 'since-reset' | 'ever'
  /** null: staff see the number, but it limits nothing. */
  max: keyof Limits | null
}

const DAY = 24

/**
 * Every limit on proving an identity (behaviour 7.6, 7.10, 7.17). If several limits are reached, the reply names the
 * first one here.
 */
export const ATTEMPT_LIMITS = {
  step1PerAddressAndNpi: {
    kind: 'STEP1',
    counts: 'attempts',
    by: ['npi', 'address'],
    within: 6,
    max: 'step1FailuresPer6HoursPerNpi',
  },
  step1PerRegistration: {
    kind: 'STEP1',
    counts: 'attempts',
    by: ['npi', 'registration'],
    within: 6,
    max: 'step1FailuresPer6HoursPerNpi',
  },
  step1PerNpi: {
    kind: 'STEP1',
    counts: 'attempts',
    by: ['npi'],
    within: 30 * DAY,
    max: 'step1FailuresPer30DaysPerNpi',
  },
  step1PerAddress: {
    kind: 'STEP1',
    counts: 'attempts',
    by: ['address'],
    within: 1,
    max: 'step1FailuresPerHourPerAddress',
  },
  recentStep1PerNpi: { kind: 'STEP1', counts: 'attempts', by: ['npi'], within: 6, max: null },
  quizzesPerDay: { kind: 'QUIZ', counts: 'attempts', by: ['npi'], within: DAY, max: 'quizzesPerDayPerNpi' },
  codesPerDay: { kind: 'CODE', counts: 'attempts', by: ['npi'], within: DAY, max: 'codesPerDayPerNpi' },
  failedQuizzes: { kind: 'QUIZ', counts: 'failures', by: ['npi'], within: 'since-reset', max: 'proofFailuresPerNpi' },
  failedCodes: { kind: 'CODE', counts: 'failures', by: ['npi'], within: 'since-reset', max: 'proofFailuresPerNpi' },
  failedOnLink: { kind: 'LINK', counts: 'failures', by: ['request'], within: 'ever', max: 'proofFailuresPerRequest' },
} as const satisfies Record<string, Declaration>

type Declared = typeof ATTEMPT_LIMITS
export type LimitName = keyof Declared
type Named<Like> = { [Name in LimitName]: Declared[Name] extends Like ? Name : never }[LimitName]
export type LimitOf<Kind extends LimitKind> = Named<{ kind: Kind; max: keyof Limits }>
export type NpiLimit = Named<{ by: readonly ['npi'] }>

const LIMIT_NAMES = Object.keys(ATTEMPT_LIMITS) as LimitName[]

export const declarationOf = (name: LimitName): Declaration => ATTEMPT_LIMITS[name]

export const limitsOf = <Kind extends LimitKind>(kind: Kind): LimitOf<Kind>[] =>
  LIMIT_NAMES.filter((name): name is LimitOf<Kind> => {
    const declared = declarationOf(name)
    return declared.kind === kind && declared.max !== null
  })

/** The limits that an NPI has for every visitor. */
export const NPI_LIMITS = LIMIT_NAMES.filter((name): name is NpiLimit => declarationOf(name).by.join() === 'npi')

/** SQL expressions for the facts that limits count by. */
type Facts = Record<'now' | Declaration['by'][number], string>

const COLUMNS = { npi: 'npi', address: 'address', registration: 'registration_id', request: 'request_id' } as const

/** The rows of a limit, as a FROM clause with its conditions. */
function countedRows(name: LimitName, facts: Facts): string {
  const { kind, counts, by, within } = declarationOf(name)
  const conditions = [
    ...(kind === 'LINK' ? [] : [`c.kind = '${kind}'`]),
    ...by.map((fact) => `c.${COLUMNS[fact]} = ${facts[fact]}`),
    ...(typeof within === 'number' ? [`c.at > ${facts.now} - interval '${within} hours'`] : []),
    ...(within === 'since-reset' ? ['c.reset_at is null'] : []),
  ]
  return `${counts === 'attempts' ? 'identity_attempt' : 'proof_failure'} c where ${conditions.join(' and ')}`
}

/** An array with the number of rows that each of the limits counts. */
export const usedSql = (names: LimitName[], facts: Facts): string =>
  `array[${names.map((name) => `(select count(*)::int from ${countedRows(name, facts)})`).join(',\n  ')}]`
