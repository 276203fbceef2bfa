import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '../platform/settings.ts'
import { describeSettings, writeSettings } from './describe-settings.ts'

const env = {
  PORTICO_SECRET_KEY: 'k'.repeat(32),
  DATABASE_URL: 'postgres://portico_app:hidden@db.example/plan',
  DATABASE_REPLICA_URL:
    'postgres://portico_app:hidden@one.example/plan,postgres://two.example/plan?user=a&password=hidden&x=1,postgres://a:hidden@three.example/plan',
  PORTICO_LIMIT_QUIZZES_PER_DAY_PER_NPI: '3',
}
const shown = describeSettings(readSettings(env), env)
const one = (name: string) => shown.find((setting) => setting.name === name)

it('what holds is told with where it comes from, and nothing secret', () => {
  expect(one('PORT')).toEqual({ name: 'PORT', value: '8080', from: 'default' })
  expect(one('PORTICO_LIMIT_QUIZZES_PER_DAY_PER_NPI')).toMatchObject({ value: '3', from: 'environment' })
  expect(one('PORTICO_LIFETIME_SESSION_IDLE')).toMatchObject({ value: '1800', from: 'default' })
  expect(one('PORTICO_SECRET_KEY')?.value).toBe('(set)')
  expect(one('DATABASE_URL')?.value).toBe('postgres://portico_app:…@db.example/plan')
  expect(one('DATABASE_REPLICA_URL')?.value).toBe(
    'postgres://portico_app:…@one.example/plan,postgres://two.example/plan?user=a&password=…&x=1,postgres://a:…@three.example/plan',
  )
  expect(writeSettings(shown)).not.toMatch(/hidden|kkk/)
})

it('every setting of the program stands in the document for operators', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const told = (name: string) => text.includes(name.replace(/^PORTICO_(LIMIT|LIFETIME)_/, ''))
  expect(shown.map(({ name }) => name).filter((name) => !told(name))).toEqual([])
})
