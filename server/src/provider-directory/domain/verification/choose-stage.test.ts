import { expect, test } from 'vitest'
import { chooseStage } from './choose-stage.ts'

const now = new Date('2026-11-18T15:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10)
const sent = (stage: number, due: number, ago: number) => ({ stage, due_on: dayIn(due), sent_at: inDays(-ago) })

test.each([
  ['nothing before 30 days', 31, [], undefined],
  ['the first reminder', 30, [], 30],
  ['the second', 14, [sent(30, 14, 16)], 14],
  ['the third', 3, [sent(30, 3, 27), sent(14, 3, 11)], 3],
  ['no stage twice', 10, [sent(30, 10, 20), sent(14, 10, 4)], undefined],
  ['the most urgent one only', 2, [], 3],
  ['no earlier stage after a later one', 20, [sent(3, 20, 9)], undefined],
  ['a new due date after a week', 25, [sent(30, 10, 8)], 30],
  ['no new due date within a week', 25, [sent(30, 10, 6)], undefined],
] as const)('chooses %s', (_title, days, reminders, stage) => {
  expect(chooseStage({ now, nextDue: inDays(days), dueOn: dayIn(days) }, reminders)).toBe(stage)
})
