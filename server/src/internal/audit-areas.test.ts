import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AUDIT_ACTS, auditSentence } from '@portico/core/internal/audit-acts'
import { AUDIT_AREAS } from '@portico/core/internal/limits'
import { expect, test } from 'vitest'

const sources = fileURLToPath(new URL('../', import.meta.url))
const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => readFileSync(`${sources}${file}`, 'utf8'))

/** Only the demo can reset a scenario. */
const DEMO_ONLY = 'demo'

test('every recorded audit action belongs to a searchable area', () => {
  const offered = new Set<string>([...Object.keys(AUDIT_AREAS), DEMO_ONLY])
  const areas = new Set(Object.keys(AUDIT_ACTS).map((act) => act.split('.')[0]))
  expect(areas).toEqual(offered)
})

test('every audit action in the code has a sentence, and every sentence has an action', () => {
  const all = texts.join('\n')
  // Only the compiler checks actions that reach the audit trail through a helper.
  const written = [...all.matchAll(/\baction: [`']([a-z]+\.[\w.-]+)/g)].map((match) => match[1] as string)
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter((act) => auditSentence(act) === act)).toEqual([])
  expect(Object.keys(AUDIT_ACTS).filter((act) => !all.includes(`'${act}'`))).toEqual([])
  for (const [act, sentence] of Object.entries(AUDIT_ACTS)) expect(sentence, act).toMatch(/^[A-Z].*\.$/)
})

test('shows the code of an unknown audit action', () => {
  expect(auditSentence('once.upon-a-time')).toBe('once.upon-a-time')
})
