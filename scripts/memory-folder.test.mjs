import { expect, test } from 'vitest'
import { temporaryFolder } from './memory-folder.mjs'

const mounted = (options, kind = 'tmpfs') => `proc /proc proc rw 0 0\nshm /dev/shm ${kind} ${options} 0 0\n`
const usual = { chosen: '', mounts: mounted('rw,nosuid,nodev'), room: () => 4 * 1024 ** 3, disk: '/tmp' }

test('tests keep their databases in memory where there is room', () => {
  expect(temporaryFolder(usual)).toBe('/dev/shm')
})

test.each([
  ['it holds too little', { room: () => 64 * 1024 ** 2 }],
  ['no program may run there', { mounts: mounted('rw,nosuid,nodev,noexec') }],
  ['it is no memory', { mounts: mounted('rw', 'ext4') }],
  ['the system has none', { mounts: '' }],
])('they stay on disk where %s', (_why, other) => {
  expect(temporaryFolder({ ...usual, ...other })).toBe('/tmp')
})

test('what a person chose holds', () => {
  expect(temporaryFolder({ ...usual, chosen: '/somewhere' })).toBe('/somewhere')
})
