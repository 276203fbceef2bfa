import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const IMPORT = /^(?:import |(?:import|export|\}).* from |.*\bimport\()'((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^'\n]*)?'/gm

/** The packages that a file imports, by name. Types are for checks only. */
function listImported(path: string): string[] {
  const text = read(path).replaceAll(/^import type .*$/gm, '')
  return [...text.matchAll(IMPORT)].map(([, name = '']) => name)
}

const notTests = (path: string) => !/\.test\.tsx?$/.test(path)

test.each([
  ['core', 'core/src/**/*.ts'],
  ['server', '{server/src,server/migrations}/**/*.ts'],
  ['web', '{web/src/**/*.{ts,tsx},web/*.ts}'],
])('everything that runs or builds %s is a package of that workspace, which npm start installs', (workspace, files) => {
  const { dependencies, devDependencies } = JSON.parse(read(`${workspace}/package.json`))
  const declared = Object.keys({ ...dependencies, ...devDependencies })
  const found = globSync(files, { cwd: root }).filter(notTests)
  expect(found.length).toBeGreaterThan(5)
  const undeclared = found.flatMap((path) =>
    listImported(path)
      .filter((name) => !declared.includes(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(undeclared).toEqual([])
})
