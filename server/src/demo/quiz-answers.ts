import type { DemoBook, DemoFact } from '@portico/core/demo-book'
import type { Context } from '#platform/context.ts'
import { embeddedIdentity } from '../registration/domain/quiz/embedded-identity.ts'

/** Adds the correct quiz answers to each provider's facts, computed with the database and the server's key. */
export async function withQuizAnswers<Book extends Pick<DemoBook, 'scenarios' | 'links'>>(
  context: Context,
  book: Book,
): Promise<Book> {
  const npis = new Set([...book.scenarios, ...book.links].map(({ npi }) => npi))
  const answers = new Map<string | undefined, DemoFact[]>()
  for (const npi of npis) if (npi) answers.set(npi, await findQuizAnswers(context, npi))
  const complete = <Card extends { npi: string | undefined; facts: DemoFact[] }>(card: Card): Card => ({
    ...card,
    facts: [...card.facts, ...(answers.get(card.npi) ?? [])],
  })
  return { ...book, scenarios: book.scenarios.map(complete), links: book.links.map(complete) }
}

async function findQuizAnswers(context: Context, npi: string): Promise<DemoFact[]> {
  const asked = await embeddedIdentity(context).request('', { npi, workflow: 'SELF' })
  if (asked.kind !== 'offer') return []
  return asked.questions.map(({ text, choices, right }) => ({
    label: text,
    value: choices.find((choice) => choice.id === right)?.text ?? '',
  }))
}
