import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AUDIT_ACTS, auditSentence } from '@portico/core/internal/audit-acts'
import { AUDIT_AREAS } from '@portico/core/internal/limits'
import { expect, test } from 'vitest'

const sources = fileURLToPath(new URL('../', import.meta.url))
const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => readFileSync(`${sources}${file}`, 'utf8'))

/** Setting a demo scenario back is nothing a plan has. */
const DEMO_ONLY = 'demo'

test('whatever the portal records can be asked for by its area', () => {
  const offered = new Set<string>([...Object.keys(AUDIT_AREAS), DEMO_ONLY])
  const areas = new Set(Object.keys(AUDIT_ACTS).map((act) => act.split('.')[0]))
  expect(areas).toEqual(offered)
})

test('every act the server writes has a sentence, and every sentence belongs to an act that is written', () => {
  const all = texts.join('\n')
  // Acts that reach the record through a helper are held to the table by the compiler alone.
  const written = [...all.matchAll(/\baction: [`']([a-z]+\.[\w.-]+)/g)].map((match) => match[1] as string)
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter((act) => auditSentence(act) === act)).toEqual([])
  expect(Object.keys(AUDIT_ACTS).filter((act) => !all.includes(`'${act}'`))).toEqual([])
  for (const [act, sentence] of Object.entries(AUDIT_ACTS)) expect(sentence, act).toMatch(/^[A-Z].*\.$/)
})

test('a record of an act nobody knows any more shows its code', () => {
  expect(auditSentence('once.upon-a-time')).toBe('once.upon-a-time')
})
