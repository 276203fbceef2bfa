import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listShipped, readLicense } from './write-notices.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-notices-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('lists each shipped version once, sorted by name, without development packages', () => {
  const packages = {
    '': { version: '0.1.0' },
    core: { version: '0.1.0' },
    'node_modules/@portico/core': { link: true },
    'node_modules/zed': { version: '2.0.0', license: 'MIT' },
    'node_modules/able/node_modules/zed': { version: '2.0.0', license: 'MIT' },
    'node_modules/able': { version: '1.0.0', license: 'ISC' },
    'node_modules/tester': { version: '1.0.0', license: 'MIT', dev: true },
    'node_modules/types': { version: '1.0.0', license: 'MIT', devOptional: true },
    'node_modules/@one/platform': { version: '3.0.0', license: 'MIT', optional: true },
  }
  const listed = listShipped({ packages }).map(({ path, license, optional }) => [path, license, optional])
  expect(listed).toEqual([
    ['node_modules/@one/platform', 'MIT', true],
    ['node_modules/able', 'ISC', false],
    ['node_modules/zed', 'MIT', false],
  ])
})

test('reads a license file with any line endings', () => {
  writeFileSync(join(folder, 'LICENSE.md'), 'Be kind. \r\nKeep this.\r\n')
  expect(readLicense(folder)).toBe('Be kind.\nKeep this.')
})

test('reads the license from the README if there is no license file', () => {
  writeFileSync(join(folder, 'README.md'), '# Able\n\nWords.\n\n## License\n\nBe kind.\n\n## More\n\nWords.\n')
  expect(readLicense(folder)).toBe('Be kind.')
})

test('accepts a package without a license text', () => {
  writeFileSync(join(folder, 'README.md'), '# Able\n')
  expect(readLicense(folder)).toBe('')
})
