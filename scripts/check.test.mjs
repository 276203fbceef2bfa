import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUp, countReport } from './check.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-check-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function count(content, code) {
  const report = join(folder, 'report.json')
  if (content !== undefined) writeFileSync(report, content)
  return countReport(report, code, ({ good, bad }) => ({ passed: good, failed: bad }))
}

test('counts the passed and failed tests of a report', () => {
  expect(count('{"good":5,"bad":2}', 1)).toEqual({ passed: 5, failed: 2 })
  expect(count('{"good":5,"bad":0}', 0)).toEqual({ passed: 5, failed: 0 })
})

test('counts a failed run without a failing test as one failure', () => {
  expect(count('{"good":5,"bad":0}', 1)).toEqual({ passed: 5, failed: 1 })
})

test('counts a run without a valid report as one failure', () => {
  expect(count(undefined, 0)).toEqual({ passed: 0, failed: 1 })
  expect(count('half a rep', 0)).toEqual({ passed: 0, failed: 1 })
})

test('adds up the counts of all parts', () => {
  const parts = [
    { passed: 1, failed: 0 },
    { passed: 3, failed: 2 },
  ]
  expect(addUp(parts)).toEqual({ passed: 4, failed: 2 })
})
