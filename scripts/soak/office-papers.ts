import type { Db } from '../../server/src/platform/context.ts'
import { NONE_OF_THE_ABOVE } from '../../server/src/registration/domain/quiz/build-quiz.ts'
import type { StoredQuestion } from '../../server/src/registration/store/proofs/quizzes.ts'

/** Documents in a provider's office: the plan contract and the submitted claims. */
type Papers = {
  contractDate: string
  claims: { day: string; billed: string; paid: string }[]
  /** One year ago. */
  since: string
}

export async function readPapers(db: Db, npi: string, now: Date): Promise<Papers> {
  const contract = await db
    .selectFrom('network_provider')
    .select('contract_date')
    .where('npi', '=', npi)
    .executeTakeFirst()
  const claims = await db
    .selectFrom('claim')
    .select(['service_date', 'billed_amount', 'paid_amount'])
    .where('npi', '=', npi)
    .execute()
  const since = new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), now.getUTCDate()))
  return {
    contractDate: contract?.contract_date ?? '',
    claims: claims.map((claim) => ({
      day: claim.service_date,
      billed: dollars(claim.billed_amount),
      paid: dollars(claim.paid_amount),
    })),
    since: since.toISOString().slice(0, 10),
  }
}

const dollars = (amount: string | number | null) =>
  Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

const monthOf = (day: string) => new Date(day).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
const monthAndYear = (day: string) => `${monthOf(day)} ${day.slice(0, 4)}`

/** Finds the right choice from the papers, without the stored answer key. */
export function answerFromPapers(papers: Papers, { text, choices }: StoredQuestion): string {
  const offered = choices.map((choice) => choice.text)
  return offered.find((choice) => isAnswer(papers, text, choice)) ?? NONE_OF_THE_ABOVE
}

function isAnswer({ contractDate, claims, since }: Papers, question: string, choice: string): boolean {
  const recent = claims.filter((claim) => claim.day > since)
  const named = /services in (\w+ \d{4})/.exec(question)?.[1]
  if (named) return includes(choice, claims.filter((claim) => monthAndYear(claim.day) === named).length)
  if (question.includes('year did your contract')) return choice === contractDate.slice(0, 4)
  if (question.includes('month did your contract')) return choice === monthOf(contractDate)
  if (question.includes('most recent claim'))
    return (
      choice ===
      monthAndYear(
        claims
          .map(({ day }) => day)
          .sort()
          .at(-1) ?? '',
      )
    )
  if (question.includes('did you bill')) return recent.some(({ billed }) => billed === choice)
  if (question.includes('pay you')) return recent.some(({ paid }) => paid === choice)
  throw new Error(`The papers do not answer: ${question}`)
}

/** '4', '5 to 9' or '10 or more'. */
function includes(range: string, claims: number): boolean {
  const [from, to] = (range.match(/\d+/g) ?? []).map(Number)
  if (from === undefined) return false
  return claims >= from && (range.endsWith('or more') || claims <= (to ?? from))
}
