import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DeclaredBrand } from '@portico/core/brand'
import { expect, test } from 'vitest'
import { brands } from '../server/src/platform/brands/brands.ts'

const root = resolve(import.meta.dirname, '..')

/** Facts that only the brand's own file may contain. */
function factsOf(brand: DeclaredBrand): string[] {
  const phones = [brand.providerServicesPhone, brand.memberServicesPhone, brand.fax]
  const look = [brand.font.family, brand.tokens.primary, brand.tokens.accent, brand.tokens.ink]
  const hosts = brand.standard ? [] : [brand.demo.host]
  return [brand.id, brand.name, brand.legalName, brand.wordmark[0], ...hosts, ...phones, ...look]
}

const facts = [...new Set(brands.flatMap(factsOf).map((fact) => fact.toLowerCase()))]
const findFacts = (text: string): string[] =>
  facts.filter((fact) => new RegExp(`(?<![\\w-])${fact.replace(/[^\w ]/g, '\\$&')}(?![\\w-])`, 'i').test(text))

test('only a brand’s own file states facts about the brand', () => {
  const folders = ['core', 'server/src', 'server/migrations', 'web', 'scripts', 'bench']
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(ts|tsx|mts|mjs|css|html|svg)$/.test(file) && !/\.test\./.test(file))
    .filter((file) => !file.startsWith('core/src/brands/') && existsSync(join(root, file)))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    findFacts(readFileSync(join(root, file), 'utf8')).map((fact) => `${file}: ${fact}`),
  )
  expect(found).toEqual([])
})

test('finds a brand fact in code, styles and text', () => {
  const [standard, other] = brands
  expect(findFacts(`if (brand.id === '${other?.id}') return`)).toEqual([other?.id])
  expect(findFacts(`:root[data-brand="${standard?.id}"] { --primary: ${standard?.tokens.primary} }`)).toHaveLength(2)
  expect(findFacts(`Call ${standard?.providerServicesPhone}.`)).toEqual([standard?.providerServicesPhone])
})
