import type { Db } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'

/** The choices of one topic. They stay unchanged as long as the answer is right. */
export type StoredChoices = { text: string; answer: string; wrong: string[] }

/** The choices of one NPI by topic, and the topics that its quiz asks. */
export type StoredQuiz = {
  topics: Record<string, StoredChoices>
  asked: string[]
  /** The kind of question that does not show its answer, or null. Older rows do not have it. */
  hidden?: string | null
}

export async function insertStoredQuiz(db: Db, npi: string, quiz: StoredQuiz, now: Date): Promise<void> {
  const values = [npi, JSON.stringify(quiz), now]
  await runPrepared(db, keepSql, values)
}

const keepSql = `
insert into quiz_choice (npi, quiz, saved_at) values ($1, $2, $3)
on conflict (npi) do update set quiz = excluded.quiz, saved_at = excluded.saved_at`
