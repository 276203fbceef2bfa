import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Peer, ProviderFacts } from '../../store/quiz-facts.ts'
import type { StoredQuestion } from '../../store/quizzes.ts'
import { buildQuiz, gradeQuiz, NONE_OF_THE_ABOVE } from './build-quiz.ts'
import { drawFor } from './embedded-identity.ts'
import { offeredQuestions } from './identity-service.ts'
import { type Distractors, quizTopics } from './quiz-topics.ts'

const today = new Date('2026-06-15T12:00:00Z')
const secret = 'a-secret-key-for-tests-only-000000000000'

const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null, freq: 5 })
const dayOf = (from: number, to: number) =>
  fc
    .record({ year: fc.integer({ min: from, max: to }), month: fc.integer({ min: 1, max: 12 }) })
    .map(({ year, month }) => `${year}-${String(month).padStart(2, '0')}-11`)
const cities = ['SALEM', 'LOWELL', 'QUINCY', 'WOBURN', 'NEWTON', 'Newton', 'N. ADAMS', 'NORTH ADAMS', '', 'O’FALLON']
const streets = ['12 MAIN ST', '90 MAIN STREET', '4 ELM AVE STE 3', 'PO BOX 9', '77 OAK RD', '8 BAY BLVD', '1A PINE LN']
const regions = ['Coastal', 'Metro', 'North', 'South', 'West', 'Islands']
const groups = [
  'Elm Medical',
  'ELM MEDICAL',
  'Oak Family Care',
  'None of the above',
  'Bay Surgeons',
  'Pine Clinic',
  '---',
]
const amounts = ['125.00', '80.50', '80.50', '210.00', '99.99', '1250.00', '0.00', '45.25']
const codes = ['207Q00000X', '207RC0000X', '363LF0000X', '1223G0001X', '999X00000X']

const shared = {
  npi: fc.integer({ min: 0, max: 999_999_999 }).map((number) => `1${String(number).padStart(9, '0')}`),
  entityType: fc.constant(1),
  city: orNull(fc.constantFrom(...cities)),
  address: orNull(fc.constantFrom(...streets)),
  state: orNull(fc.constantFrom('MA', 'NH', 'RI')),
  postalCode: orNull(fc.constantFrom('01970', '021010000', '0185', '', '02190')),
  taxonomyCode: orNull(fc.constantFrom(...codes)),
  licenseNumber: orNull(fc.constantFrom('MD123456', '0042', '77', 'A-99887', 'X1234Z')),
  licenseState: orNull(fc.constantFrom('MA', 'NH', 'RI', 'ZZ')),
  enumerationDate: orNull(dayOf(2005, 2026)),
  region: orNull(fc.constantFrom(...regions)),
  contractDate: orNull(dayOf(1995, 2026)),
}
const someFacts: fc.Arbitrary<ProviderFacts> = fc.record({
  ...shared,
  groups: fc.uniqueArray(fc.constantFrom(...groups), { maxLength: 4 }),
  lastClaimDate: orNull(dayOf(2020, 2025)),
  billedAmounts: fc.array(fc.constantFrom(...amounts), { maxLength: 12 }),
})
const somePeer: fc.Arbitrary<Peer> = fc.record({ ...shared, billedAmount: orNull(fc.constantFrom(...amounts)) })
const someDistractors: fc.Arbitrary<Distractors> = fc.record({
  peers: fc.array(somePeer, { maxLength: 15 }),
  regions: fc.subarray(regions),
  groups: fc.subarray(groups),
})

function quizFor(facts: ProviderFacts, from: Distractors): StoredQuestion[] | undefined {
  const draw = drawFor(secret, facts.npi)
  return buildQuiz(quizTopics(facts, from, today, draw.stable), draw)
}

/** A provider about whom everything is known, among as many others as a real network has. */
function wellKnown(): { facts: ProviderFacts; from: Distractors } {
  const peer = (number: number): Peer => ({
    npi: `1${String(number).padStart(9, '0')}`,
    entityType: 1,
    city: `TOWN ${number % 23}`,
    address: `${number} ROW ${number % 31} ST`,
    state: 'MA',
    postalCode: String(1000 + number),
    taxonomyCode: '207Q00000X',
    licenseNumber: `MD${10_000 + number * 7}`,
    licenseState: 'MA',
    enumerationDate: `${2005 + (number % 20)}-03-01`,
    region: regions[number % 6] ?? null,
    contractDate: `${2000 + (number % 25)}-0${1 + (number % 9)}-01`,
    billedAmount: `${100 + number * 5}.00`,
  })
  const { billedAmount: _, ...own } = peer(500)
  const facts = { ...own, groups: ['Elm Medical'], lastClaimDate: '2025-02-03', billedAmounts: ['125.00', '80.50'] }
  return { facts, from: { peers: Array.from({ length: 80 }, (_, number) => peer(number)), regions, groups } }
}

/** Every rule of a quiz that this one breaks. */
function faultsOf(quiz: StoredQuestion[]): string[] {
  const ids = quiz.flatMap((question) => [question.id, ...question.choices.map((choice) => choice.id)])
  const texts = quiz.map((question) => question.choices.map((choice) => choice.text.toLowerCase()))
  const rules: [string, boolean][] = [
    ['four questions', quiz.length === 4],
    ['two plan-only', quiz.filter((question) => question.planOnly).length >= 2],
    ['one without an answer', quiz.filter((question) => rightText(question) === NONE_OF_THE_ABOVE).length <= 1],
    ['five different choices', texts.every((choices) => choices.length === 5 && new Set(choices).size === 5)],
    ['none of the above is last', quiz.every((question) => question.choices[4]?.text === NONE_OF_THE_ABOVE)],
    ['one choice is right', quiz.every((question) => question.choices.some((choice) => choice.id === question.right))],
    ['ids of their own', new Set(ids).size === 24],
  ]
  return rules.filter(([, kept]) => !kept).map(([rule]) => rule)
}

const rightText = (question: StoredQuestion) => question.choices.find((choice) => choice.id === question.right)?.text

describe('a quiz', () => {
  test('keeps its rules for every provider it can be built for', () => {
    let built = 0
    fc.assert(
      fc.property(someFacts, someDistractors, (facts, from) => {
        const quiz = quizFor(facts, from)
        if (!quiz) return
        built += 1
        expect(faultsOf(quiz)).toEqual([])
      }),
      { numRuns: 150 },
    )
    expect(built).toBeGreaterThan(30)
  })

  test('never offers as wrong what is right too', () => {
    fc.assert(
      fc.property(someFacts, someDistractors, (facts, from) => {
        for (const question of quizFor(facts, from) ?? []) {
          const wrong = question.choices.filter((choice) => choice.id !== question.right).map((choice) => choice.text)
          if (question.text.includes('provider groups')) {
            for (const group of facts.groups)
              expect(wrong.map((text) => text.toLowerCase())).not.toContain(group.toLowerCase())
          }
          if (question.text.includes('amounts')) {
            for (const amount of facts.billedAmounts) {
              expect(wrong.map((text) => Number(text.replace(/[$,]/g, '')))).not.toContain(Number(amount))
            }
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  test('does not carry its key to the browser', () => {
    const { facts, from } = wellKnown()
    const [first] = offeredQuestions(quizFor(facts, from) ?? [])
    expect(Object.keys(first ?? {}).sort()).toEqual(['choiceList', 'id', 'selectedChoice', 'text'])
    expect(first?.selectedChoice).toBe('')
    for (const choice of first?.choiceList ?? []) expect(Object.keys(choice).sort()).toEqual(['id', 'text'])
  })

  test('prefers what only the plan knows', () => {
    const { facts, from } = wellKnown()
    for (let round = 0; round < 50; round++) {
      expect(quizFor(facts, from)?.filter((question) => question.planOnly)).toHaveLength(3)
    }
  })

  test('offers the same choices to whoever asks again, in another order and with other ids', () => {
    const { facts, from } = wellKnown()
    const choicesOf = new Map<string, string>()
    const orders = new Map<string, Set<string>>()
    for (let round = 0; round < 40; round++) {
      for (const question of quizFor(facts, from) ?? []) {
        const texts = question.choices.map((choice) => choice.text)
        const seen = choicesOf.get(question.text) ?? [...texts].sort().join('|')
        expect([...texts].sort().join('|')).toBe(seen)
        choicesOf.set(question.text, seen)
        orders.set(question.text, (orders.get(question.text) ?? new Set()).add(texts.join('|')))
      }
    }
    expect(Math.max(...[...orders.values()].map((order) => order.size))).toBeGreaterThan(3)
  })

  test('is not offered with fewer than two plan-only or four facts', () => {
    const { facts, from } = wellKnown()
    const unknownToPlan = { ...facts, region: null, contractDate: null, groups: [], lastClaimDate: null }
    expect(quizFor({ ...unknownToPlan, billedAmounts: [] }, from)).toBeUndefined()
    expect(quizFor(unknownToPlan, from)).toBeUndefined()
    expect(quizFor({ ...unknownToPlan, region: 'Metro' }, from)).toBeDefined()
    const unknownToNation = { city: null, address: null, postalCode: null, taxonomyCode: null }
    const bare = { ...facts, ...unknownToNation, licenseNumber: null, licenseState: null, enumerationDate: null }
    expect(quizFor({ ...bare, groups: [], lastClaimDate: null, billedAmounts: [] }, from)).toBeUndefined()
  })

  test('can be asked although a plan has few providers', () => {
    const { facts } = wellKnown()
    const quiz = quizFor(facts, { peers: [], regions: ['Metro'], groups: ['Elm Medical'] })
    expect(quiz?.map((question) => question.choices.length)).toEqual([5, 5, 5, 5])
  })
})

describe('grading', () => {
  const question = (id: string, planOnly: boolean): StoredQuestion => ({
    id,
    text: id,
    planOnly,
    right: `${id}-right`,
    choices: ['right', 'wrong'].map((text) => ({ id: `${id}-${text}`, text })),
  })
  const quiz = [question('a', true), question('b', true), question('c', false), question('d', false)]
  const answer = (right: string) =>
    quiz.map(({ id }) => ({ id, selectedChoice: `${id}-${right.includes(id) ? 'right' : 'wrong'}` }))

  test.each(['abcd', 'abc', 'abd', 'acd', 'bcd'])('%s right passes', (right) => {
    expect(gradeQuiz(quiz, answer(right)).kind).toBe('PASS')
  })

  test.each(['', 'a', 'ab', 'ac', 'cd', 'bd'])('%s right fails', (right) => {
    expect(gradeQuiz(quiz, answer(right))).toEqual({ kind: 'FAIL' })
  })

  test('three right but none of them plan-only fails', () => {
    const three = [question('a', true), question('b', false), question('c', false), question('d', false)]
    expect(gradeQuiz(three, answer('bcd'))).toEqual({ kind: 'FAIL' })
  })

  test('every pass has a transaction of its own', () => {
    const [one, other] = [gradeQuiz(quiz, answer('abcd')), gradeQuiz(quiz, answer('abcd'))]
    expect(one).not.toEqual(other)
  })

  test('missing, unknown, repeated and empty answers do not pass', () => {
    expect(gradeQuiz(quiz, [])).toEqual({ kind: 'FAIL' })
    expect(gradeQuiz(quiz, answer('abcd').slice(0, 2))).toEqual({ kind: 'FAIL' })
    expect(gradeQuiz(quiz, [...answer('abcd'), ...answer('abcd')])).toEqual({ kind: 'FAIL' })
    expect(
      gradeQuiz(
        quiz,
        quiz.map(({ id }) => ({ id, selectedChoice: '' })),
      ),
    ).toEqual({ kind: 'FAIL' })
    const keyless = quiz.map(({ right: _, ...rest }) => rest)
    expect(
      gradeQuiz(
        keyless,
        keyless.map(({ id }) => ({ id, selectedChoice: 'undefined' })),
      ),
    ).toEqual({ kind: 'FAIL' })
  })

  test('guessing rarely passes', () => {
    const { facts, from } = wellKnown()
    const rounds = 400
    let passed = 0
    for (let round = 0; round < rounds; round++) {
      const asked = quizFor({ ...facts, npi: String(1_000_000_000 + round) }, from) ?? []
      const guesses = asked.map(({ id, choices }) => ({
        id,
        selectedChoice: choices[Math.floor(Math.random() * choices.length)]?.id ?? '',
      }))
      if (gradeQuiz(asked, guesses).kind === 'PASS') passed += 1
    }
    // Three or four of four at one in five is 2.7 %; 0.09 is nearly eight deviations off.
    expect(passed / rounds).toBeLessThan(0.09)
  })

  test('the middle, the first and the newest choice are no better guess than another', () => {
    const { facts, from } = wellKnown()
    const place = [0, 0, 0, 0]
    for (let number = 0; number < 300; number++) {
      const contractDate = `${2000 + (number % 25)}-05-01`
      const quizOf = quizFor({ ...facts, contractDate, npi: String(1_000_000_000 + number) }, from)
      const years = quizOf?.find((item) => item.text.includes('year did your contract'))
      if (!years || rightText(years) === NONE_OF_THE_ABOVE) continue
      const sorted = years.choices
        .slice(0, 4)
        .map((choice) => choice.text)
        .sort()
      place[sorted.indexOf(rightText(years) ?? '')] = (place[sorted.indexOf(rightText(years) ?? '')] ?? 0) + 1
    }
    const total = place.reduce((sum, count) => sum + count, 0)
    expect(total).toBeGreaterThan(80)
    for (const count of place) expect(count / total).toBeLessThan(0.5)
  })
})
