import type { Db } from '../../platform/context.ts'

/** The choices of one topic: as long as its answer is right, nothing about them changes. */
export type KeptChoices = { text: string; answer: string; wrong: string[] }

/** Of one NPI: the choices by topic, and the topics that are asked. */
export type KeptQuiz = {
  topics: Record<string, KeptChoices>
  asked: string[]
  /** What kind of question does not show its answer; null where all do. It was not always kept. */
  hidden?: string | null
}

export async function insertKeptQuiz(db: Db, npi: string, quiz: KeptQuiz, now: Date): Promise<void> {
  const kept = JSON.stringify(quiz)
  await db
    .insertInto('quiz_choice')
    .values({ npi, kept, kept_at: now })
    .onConflict((conflict) => conflict.column('npi').doUpdateSet({ kept, kept_at: now }))
    .execute()
}
