import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { findPreviousRelease } from './previous-release.ts'

const AUTHOR = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false']

/** Returns a new repository and a function that commits a version and returns its commit. */
function createClone() {
  const clone = mkdtempSync(join(tmpdir(), 'portico-clone-'))
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  const git = (...args: string[]) => execFileSync('git', ['-C', clone, ...AUTHOR, ...args], { encoding: 'utf8' }).trim()
  git('init', '--quiet')
  const commit = (version: string, text = version) => {
    writeFileSync(join(clone, 'package.json'), `{\n  "version": "${version}"\n}\n`)
    writeFileSync(join(clone, 'notes'), text)
    git('add', '.')
    git('commit', '--quiet', '--message', text)
    return git('rev-parse', 'HEAD')
  }
  return { clone, git, commit }
}

test('the previous release without tags is the last commit of the previous version', ({ expect }) => {
  const { clone, commit } = createClone()
  commit('0.1.0', 'first')
  const last = commit('0.1.0', 'last of 0.1.0')
  commit('0.2.0', 'first of 0.2.0')
  commit('0.2.0', 'second of 0.2.0')
  expect(findPreviousRelease(clone)).toBe(last)
})

test('the previous release is the newest release tag before the current commit', ({ expect }) => {
  const { clone, git, commit } = createClone()
  const tagged = commit('0.1.0', 'release')
  git('tag', 'v0.1.0')
  commit('0.1.0', 'after the release')
  commit('0.2.0')
  git('tag', 'v0.2.0')
  expect(findPreviousRelease(clone)).toBe(tagged)
})

test('a clone without history has no previous release', ({ expect }) => {
  const { clone, commit } = createClone()
  commit('0.2.0')
  expect(findPreviousRelease(clone)).toBeUndefined()
})
