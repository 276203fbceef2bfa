// Fails if a citation of docs/behaviour.md is invalid, or if a file cites a document outside the repository.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { FLOW_TABLE } from '../../core/src/registration/flow/flow-table.ts'
import { findProblems, readNumbers } from '../citations.mjs'

const DOCUMENT = 'docs/behaviour.md'
const { numbers, repeated } = readNumbers(readFileSync(DOCUMENT, 'utf8'))
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => /\.(?:[cm]?[jt]sx?|md|css|html|sql)$/.test(file) && existsSync(file))

const problems = [
  ...repeated.map((number) => `${DOCUMENT}: ${number} is defined twice`),
  ...FLOW_TABLE.filter(({ rule }) => !numbers.has(rule)).map(
    ({ on, rule }) => `flow table, ${on}: ${rule} is not a rule`,
  ),
  ...files.flatMap((file) => findProblems(file, readFileSync(file, 'utf8'), numbers, file === DOCUMENT)),
]
for (const problem of problems) console.error(problem)
console.log(`citations: ${numbers.size} numbers, ${files.length} files read, ${problems.length} problems`)
process.exitCode = problems.length ? 1 : 0
