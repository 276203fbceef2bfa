import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Peer, ProviderFacts } from '../../store/proofs/quiz-facts.ts'
import type { StoredQuestion } from '../../store/proofs/quizzes.ts'
import { buildQuiz, gradeQuiz, NONE_OF_THE_ABOVE } from './build-quiz.ts'
import { drawFor } from './embedded-identity.ts'
import { offeredQuestions } from './identity-service.ts'
import { yearOf } from './quiz-texts.ts'
import { quizTopics } from './quiz-topics.ts'

/** The property tests use the same data in every run. */
const SEED = 20260615

const today = new Date('2026-06-15T12:00:00Z')
const secret = 'a-secret-key-for-tests-only-000000000000'

const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null, freq: 5 })
const dayOf = (from: number, to: number) =>
  fc
    .record({ year: fc.integer({ min: from, max: to }), month: fc.integer({ min: 1, max: 12 }) })
    .map(({ year, month }) => `${year}-${String(month).padStart(2, '0')}-11`)
const cities = ['SALEM', 'LOWELL', 'QUINCY', 'WOBURN', 'NEWTON', 'Newton', 'N. ADAMS', 'NORTH ADAMS', '', 'O’FALLON']
const streets = ['12 MAIN ST', '90 MAIN STREET', '4 ELM AVE STE 3', 'PO BOX 9', '77 OAK RD', '8 BAY BLVD', '1A PINE LN']
const amounts = ['125.00', '80.50', '210.00', '99.99', '1250.00', '45.25', '12.00', '333.33', '71.10', '64.00']
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
  contractDate: orNull(dayOf(1995, 2026)),
  lastClaimDate: orNull(dayOf(2025, 2026)),
}
const someFacts: fc.Arbitrary<ProviderFacts> = fc.record({
  ...shared,
  recentAmounts: fc.array(
    fc.record({ billed: fc.constantFrom(...amounts), paid: orNull(fc.constantFrom(...amounts)) }),
    { maxLength: 6 },
  ),
  claimsInMonth: fc.nat({ max: 60 }),
})
const somePeers: fc.Arbitrary<Peer[]> = fc.array(
  fc.record({
    ...shared,
    billedAmount: orNull(fc.constantFrom(...amounts)),
    paidAmount: orNull(fc.constantFrom(...amounts)),
    claimsInMonth: orNull(fc.nat({ max: 60 })),
  }),
  { maxLength: 30 },
)

type WellKnown = { facts: ProviderFacts; peers: Peer[] }

function make({ facts, peers }: WellKnown, options?: Parameters<typeof buildQuiz>[2], key = secret) {
  const stable = drawFor(key, facts.npi)
  return buildQuiz(quizTopics(facts, peers, today, stable), stable, options)
}

const quizFor = (facts: ProviderFacts, peers: Peer[]) => make({ facts, peers })?.questions

/** A provider with every fact known, among as many others as a real network has. */
function wellKnown(number = 500): WellKnown {
  const day = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-03`
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
    enumerationDate: `${2005 + (number % 3)}-03-01`,
    contractDate: day(2007 + (number % 17), 1 + (number % 12)),
    lastClaimDate: day(2025, 1 + (number % 11)),
    billedAmount: `${100 + number * 5}.00`,
    paidAmount: `${80 + number * 5}.25`,
    claimsInMonth: (number * 7) % 80,
  })
  const { billedAmount: _, paidAmount: __, claimsInMonth: ___, ...own } = peer(number)
  const recentAmounts = [
    { billed: `${number}.10`, paid: `${number}.20` },
    { billed: `${number}.30`, paid: `${number}.40` },
  ]
  return {
    facts: { ...own, recentAmounts, claimsInMonth: 33 },
    peers: Array.from({ length: 80 }, (_, index) => peer(index)),
  }
}

const NATIONAL = ['city', 'street', 'postal code', 'license', 'your NPI']
const isNational = ({ text }: { text: string }) => NATIONAL.some((word) => text.includes(word))

/** Returns every rule that this quiz breaks. */
function faultsOf(quiz: StoredQuestion[]): string[] {
  const ids = quiz.flatMap((question) => [question.id, ...question.choices.map((choice) => choice.id)])
  const texts = quiz.map((question) => question.choices.map((choice) => choice.text.toLowerCase()))
  const rules: [string, boolean][] = [
    ['four questions', quiz.length === 4],
    ['three plan-only', quiz.filter((question) => question.planOnly).length >= 3],
    ['plan-only is what the national file does not say', quiz.every((one) => one.planOnly !== isNational(one))],
    ['no group, no region', quiz.every((question) => !/group|organization|region/i.test(question.text))],
    ['one without an answer', quiz.filter((question) => rightText(question) === NONE_OF_THE_ABOVE).length <= 1],
    ['five different choices', texts.every((choices) => choices.length === 5 && new Set(choices).size === 5)],
    ['none of the above is last', quiz.every((question) => question.choices[4]?.text === NONE_OF_THE_ABOVE)],
    ['one choice is right', quiz.every((question) => question.choices.some((choice) => choice.id === question.right))],
    ['ids of their own', new Set(ids).size === 24],
  ]
  return rules.filter(([, kept]) => !kept).map(([rule]) => rule)
}

const rightText = (question: StoredQuestion) => question.choices.find((choice) => choice.id === question.right)?.text
const shown = (quiz: StoredQuestion[] | undefined) =>
  quiz?.map(({ text, choices }) => [text, ...choices.map((choice) => choice.text)])

describe('building a quiz', () => {
  test('a quiz follows its rules for every provider', () => {
    let built = 0
    fc.assert(
      fc.property(someFacts, somePeers, (facts, peers) => {
        const quiz = quizFor(facts, peers)
        if (!quiz) return
        built += 1
        expect(faultsOf(quiz)).toEqual([])
      }),
      { seed: SEED, numRuns: 150 },
    )
    expect(built).toBeGreaterThan(30)
  })

  test('a quiz never offers a second right answer as a wrong choice', () => {
    fc.assert(
      fc.property(someFacts, somePeers, (facts, peers) => {
        for (const question of quizFor(facts, peers) ?? []) {
          const wrong = question.choices.filter((choice) => choice.id !== question.right).map((choice) => choice.text)
          const numbers = wrong.map((text) => Number(text.replace(/[$,]/g, '')))
          const own = question.text.includes('pay you') ? 'paid' : 'billed'
          if (!question.text.includes('amounts')) continue
          for (const amount of facts.recentAmounts) expect(numbers).not.toContain(Number(amount[own]))
        }
      }),
      { seed: SEED, numRuns: 100 },
    )
  })

  test('a quiz does not send its key to the browser', () => {
    const { facts, peers } = wellKnown()
    const [first] = offeredQuestions(quizFor(facts, peers) ?? [])
    expect(Object.keys(first ?? {}).sort()).toEqual(['choiceList', 'id', 'selectedChoice', 'text'])
    expect(first?.selectedChoice).toBe('')
    for (const choice of first?.choiceList ?? []) expect(Object.keys(choice).sort()).toEqual(['id', 'text'])
  })

  test('a quiz asks only plan-only topics if there are enough, and covers all six', () => {
    const texts = new Set<string>()
    for (let number = 100; number < 160; number++) {
      const { facts, peers } = wellKnown(number)
      const quiz = quizFor(facts, peers) ?? []
      expect(quiz.filter((question) => question.planOnly)).toHaveLength(4)
      for (const { text } of quiz) texts.add(text.replace(/in \w+ \d{4}/, 'in a month'))
    }
    expect([...texts].sort()).toEqual([
      'How many claims for services in a month did you send to the health plan?',
      'In which month did your contract with the health plan begin?',
      'In which month was the service on your most recent claim to the health plan?',
      'In which year did your contract with the health plan begin?',
      'Which of these amounts did the health plan pay you for a claim in the last 12 months?',
      'Which of these amounts did you bill on a claim in the last 12 months?',
    ])
  })

  test('builds no quiz with fewer than three plan-only topics or four facts', () => {
    const { facts, peers } = wellKnown()
    const unpaid = facts.recentAmounts.slice(0, 1).map(({ billed }) => ({ billed, paid: null }))
    const little = { ...facts, lastClaimDate: null, recentAmounts: [] }
    const noCounts = peers.map((peer) => ({ ...peer, claimsInMonth: null }))
    expect(quizFor(little, noCounts)).toBeUndefined()
    const three = { ...little, recentAmounts: unpaid }
    expect(
      quizFor(three, noCounts)
        ?.map((question) => question.planOnly)
        .sort(),
    ).toEqual([false, true, true, true])
    const unknownToNation = { city: null, address: null, postalCode: null, taxonomyCode: null }
    const bare = { ...three, ...unknownToNation, licenseNumber: null, licenseState: null, enumerationDate: null }
    expect(quizFor(bare, noCounts)).toBeUndefined()
  })

  test('a quiz does not ask a question with a common answer', () => {
    const { facts, peers } = wellKnown()
    const alike = peers.map((peer, index) => (index % 4 === 0 ? { ...peer, contractDate: '2019-07-01' } : peer))
    for (let number = 0; number < 40; number++) {
      const npi = String(1_000_000_000 + number)
      const quiz = quizFor({ ...facts, npi }, alike) ?? []
      expect(quiz.filter(({ text }) => text.includes('contract'))).toEqual([])
    }
  })

  test.each([
    [2012, 2019],
    [2012, 2012],
    [2016, 2011],
  ])('with an NPI of %i and a contract of %i the NPI year rules out no choice of the contract year', (since, begun) => {
    const { facts, peers } = wellKnown()
    for (let number = 0; number < 40; number++) {
      const dates = { enumerationDate: `${since}-03-01`, contractDate: `${begun}-05-01` }
      const quiz = quizFor({ ...facts, ...dates, npi: String(1_000_000_000 + number) }, peers) ?? []
      const yearQuestions = quiz.filter(({ text }) => text.includes('year did your contract'))
      const years = yearQuestions
        .flatMap(({ choices }) => choices.map(({ text }) => Number(text)))
        .filter(Number.isFinite)
      expect(years.filter((year) => year >= since !== begun >= since)).toEqual([])
    }
  })

  test('a quiz does not ask for the contract year of a very new NPI', () => {
    const { facts, peers } = wellKnown()
    const dates = { enumerationDate: '2024-03-01', contractDate: '2024-05-01' }
    const quiz = quizFor({ ...facts, ...dates }, peers) ?? []
    expect(quiz.filter(({ text }) => text.includes('year did your contract'))).toEqual([])
  })

  test('a quiz does not ask for the contract year if most contracts start soon after the NPI', () => {
    const { facts, peers } = wellKnown()
    const atOnce = peers.map((peer, index) => ({
      ...peer,
      contractDate: `${yearOf(peer.enumerationDate ?? '') + (index % 2)}-0${1 + (index % 9)}-01`,
    }))
    for (let number = 0; number < 40; number++) {
      const quiz = quizFor({ ...facts, npi: String(1_000_000_000 + number) }, atOnce) ?? []
      expect(quiz.filter(({ text }) => text.includes('year did your contract'))).toEqual([])
    }
  })

  test.each([4, 15])('a quiz does not ask a question that all of %i providers answer alike', (size) => {
    const { facts, peers } = wellKnown()
    const few = peers.slice(0, size).map((peer) => ({ ...peer, contractDate: facts.contractDate }))
    const quiz = quizFor(facts, few) ?? []
    expect(quiz.filter(({ text }) => text.includes('did your contract'))).toEqual([])
  })

  test('builds a quiz for a plan with few providers', () => {
    const { facts } = wellKnown()
    expect(quizFor(facts, [])?.map((question) => question.choices.length)).toEqual([5, 5, 5, 5])
  })
})

describe('repeated quizzes', () => {
  test('a repeated quiz has the same questions and choices in the same order, with new ids', () => {
    const { facts, peers } = wellKnown()
    const [one, other] = [quizFor(facts, peers) ?? [], quizFor(facts, peers) ?? []]
    expect(shown(other)).toEqual(shown(one))
    expect(other.map(({ id }) => id)).not.toEqual(one.map(({ id }) => id))
  })

  test('a repeated quiz stays the same after all other providers change', () => {
    for (let number = 100; number < 130; number++) {
      const { facts, peers } = wellKnown(number)
      const first = make({ facts, peers })
      const later = peers.map((peer) => ({
        ...peer,
        contractDate: '1999-01-01',
        billedAmount: '7.77',
        paidAmount: null,
      }))
      const second = make({ facts, peers: later.slice(30) }, { kept: first?.kept })
      expect(shown(second?.questions)).toEqual(shown(first?.questions))
      expect(second?.kept.asked).toEqual(first?.kept.asked)
    }
  })

  test('a repeated quiz has the same choices after a change of the secret key, in any order', () => {
    const choicesByQuestion = (quiz: StoredQuestion[] = []) =>
      new Map(quiz.map(({ text, choices }) => [text, choices.map((choice) => choice.text).sort()]))
    for (let number = 100; number < 160; number++) {
      const provider = wellKnown(number)
      const first = make(provider)
      const second = make(provider, { kept: first?.kept }, 'another-key-for-tests-only-00000000000000')
      const before = choicesByQuestion(first?.questions)
      for (const [text, choices] of choicesByQuestion(second?.questions))
        expect(choices).toEqual(before.get(text) ?? choices)
      expect(second?.kept.hidden).toBe(first?.kept.hidden)
    }
  })

  test('a repeated quiz adds the hidden kind to stored choices without one', () => {
    const { hidden, ...before } = make(wellKnown())?.kept ?? { topics: {}, asked: [] }
    expect(make(wellKnown(), { kept: before })?.kept).toEqual({ ...before, hidden })
  })

  test('a quiz reads the national file only if the plan has too few facts, and its stored topics stay', () => {
    const { facts, peers } = wellKnown()
    const isNational = ([key]: [string, unknown]) => ['city', 'specialty', 'license-end'].includes(key)
    const nationalOf = (quiz: ReturnType<typeof make>) => Object.entries(quiz?.kept.topics ?? {}).filter(isNational)
    expect(nationalOf(make({ facts, peers }))).toEqual([])
    const little = make({ facts: { ...facts, contractDate: null, lastClaimDate: null }, peers })
    expect(nationalOf(little)).toHaveLength(3)
    const more = make({ facts, peers }, { kept: { topics: {}, ...little?.kept, asked: [] } })
    expect(nationalOf(more)).toEqual(nationalOf(little))
  })

  test('a quiz draws new choices if the answer changes or a wrong choice becomes right', () => {
    const { facts, peers } = wellKnown()
    const first = make({ facts, peers })
    const wrongOf = (key: string) => first?.kept.topics[key]?.wrong[0] ?? ''
    const moved = { ...facts, contractDate: `${wrongOf('contract-year')}-03-01` }
    const second = make({ facts: moved, peers }, { kept: first?.kept })
    expect(second?.kept.topics['contract-year']?.answer).toBe(wrongOf('contract-year'))
    const billed = wrongOf('billed-amount').replace(/[$,]/g, '')
    const richer = { ...facts, recentAmounts: [...facts.recentAmounts, { billed, paid: null }] }
    const third = make({ facts: richer, peers }, { kept: first?.kept })
    expect(third?.kept.topics['billed-amount']?.wrong).not.toContain(wrongOf('billed-amount'))
    expect(third?.kept.topics['contract-year']).toEqual(first?.kept.topics['contract-year'])
  })

  test('a quiz does not ask about a typed amount, right or wrong, and keeps the other questions', () => {
    for (let number = 100; number < 120; number++) {
      const provider = wellKnown(number)
      const first = make(provider)
      const { answer = '', wrong = [] } = first?.kept.topics['billed-amount'] ?? {}
      const without = [answer, ...wrong].map((text) =>
        shown(make(provider, { kept: first?.kept, typed: [text] })?.questions),
      )
      for (const quiz of without) {
        expect(quiz).toEqual(without[0])
        expect(quiz?.some(([text]) => text?.includes('did you bill'))).toBe(false)
      }
      expect(make(provider, { kept: first?.kept, typed: [answer] })?.kept).toEqual(first?.kept)
    }
  })

  test('a question has the same choices regardless of typed amounts', () => {
    for (let number = 100; number < 160; number++) {
      const provider = wellKnown(number)
      const first = make(provider)
      const own = ['billed-amount', 'paid-amount'].map((key) => first?.kept.topics[key]?.answer ?? '')
      const typings = [[], own.slice(0, 1), own.slice(1), own]
      const quizzes = typings.map((typed) => make(provider, { kept: first?.kept, typed })?.questions ?? [])
      const choices = new Set(quizzes.flatMap((quiz) => (shown(quiz) ?? []).map((texts) => texts.join('|'))))
      expect(choices.size).toBe(new Set(quizzes.flat().map(({ text }) => text)).size)
    }
  })

  test('the right answer is none of the above as often as any other choice', () => {
    const hidden = Array.from({ length: 400 }, (_, number) => {
      const { facts, peers } = wellKnown(100 + (number % 50))
      const quiz = quizFor({ ...facts, npi: String(1_000_000_000 + number) }, peers) ?? []
      return quiz.filter((question) => rightText(question) === NONE_OF_THE_ABOVE).length
    })
    // The expectation is half of them, within five standard deviations.
    expect(hidden.filter((count) => count === 1).length).toBeGreaterThan(150)
    expect(hidden.filter((count) => count === 1).length).toBeLessThan(250)
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
  const quiz = [question('a', true), question('b', true), question('c', true), question('d', false)]
  const answer = (right: string, questions = quiz) =>
    questions.map(({ id }) => ({ id, selectedChoice: `${id}-${right.includes(id) ? 'right' : 'wrong'}` }))

  test.each(['abcd', 'abc'])('a quiz passes with %s right', (right) => {
    expect(gradeQuiz(quiz, answer(right)).kind).toBe('PASS')
  })

  test.each(['', 'a', 'ab', 'abd', 'acd', 'bcd', 'd'])('a quiz fails with only "%s" right', (right) => {
    expect(gradeQuiz(quiz, answer(right))).toEqual({ kind: 'FAIL' })
  })

  test('a quiz passes with one wrong answer that is not plan-only, and fails with two', () => {
    const two = [question('a', true), question('b', true), question('c', false), question('d', false)]
    expect(gradeQuiz(two, answer('abc', two)).kind).toBe('PASS')
    expect(gradeQuiz(two, answer('ab', two))).toEqual({ kind: 'FAIL' })
    const national = [question('c', false), question('d', false)]
    expect(gradeQuiz(national, answer('cd', national))).toEqual({ kind: 'FAIL' })
  })

  test('every passed quiz has its own transaction id', () => {
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

  test('one of the 625 possible sets of answers passes a quiz', () => {
    const { facts, peers } = wellKnown()
    const questions = quizFor(facts, peers) ?? []
    const sets = questions.reduce<{ id: string; selectedChoice: string }[][]>(
      (begun, { id, choices }) =>
        begun.flatMap((set) => choices.map((choice) => [...set, { id, selectedChoice: choice.id }])),
      [[]],
    )
    expect(sets).toHaveLength(5 ** 4)
    expect(sets.filter((set) => gradeQuiz(questions, set).kind === 'PASS')).toHaveLength(1)
  })
})
