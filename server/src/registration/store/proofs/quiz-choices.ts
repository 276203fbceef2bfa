import type { Db } from '../../../platform/context.ts'
import { runPrepared } from '../../../platform/database/prepared.ts'

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
  const values = [npi, JSON.stringify(quiz), now]
  await runPrepared(db, { name: 'keep-choices', text: keepSql, values })
}

const keepSql = `
insert into quiz_choice (npi, quiz, saved_at) values ($1, $2, $3)
on conflict (npi) do update set quiz = excluded.quiz, saved_at = excluded.saved_at`
