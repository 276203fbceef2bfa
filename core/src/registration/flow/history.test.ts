import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyRegistration, type ModelChange } from '../model.ts'
import { ROUTES, type Route } from '../routes.ts'
import type { Group } from '../shapes.ts'
import type { Transition } from './flow-events.ts'
import {
  changesPath,
  currentRoute,
  endTrail,
  extendTrail,
  findEarlier,
  positionIn,
  startTrail,
  type Trail,
  trailState,
  truncateTrail,
  walkTrail,
} from './history.ts'

const go = (route: Route, seals?: Transition['seals']): Transition => ({ route, set: {}, ...(seals && { seals }) })
const after = (...transitions: Transition[]): Trail =>
  transitions.reduce((trail, transition) => extendTrail(trail, transition).trail, startTrail('t1'))
const back = (trail: Trail) => walkTrail(trail, trail.position - 1)
const forward = (trail: Trail) => walkTrail(trail, trail.position + 1)

const passed = after(go('regBy'), go('step1'), go('step2'), go('step3', 'quiz'))

describe('navigation', () => {
  test('Back and Forward move between the screens shown', () => {
    const trail = after(go('regBy'), go('step1'))
    expect(currentRoute(back(trail).trail)).toBe('regBy')
    expect(currentRoute(forward(back(trail).trail).trail)).toBe('step1')
  })

  test('Forward never goes past the furthest step', () => {
    const trail = after(go('regBy'))
    expect(forward(trail)).toEqual({ trail, correction: -1 })
  })

  test('a new choice discards the screens ahead', () => {
    const { trail } = back(after(go('regBy'), go('step1')))
    const chosen = extendTrail(trail, go('pinssnSel')).trail
    expect(chosen.screens.map((screen) => screen.route)).toEqual(['home', 'regBy', 'pinssnSel'])
  })

  test('staying on a screen adds no entry and keeps the screens ahead', () => {
    const { trail } = back(after(go('regBy'), go('step1')))
    expect(extendTrail(trail, go('regBy'))).toEqual({ trail, push: false })
  })

  test('a graded quiz is skipped in both directions', () => {
    const landed = back(passed)
    expect([currentRoute(landed.trail), landed.correction]).toEqual(['step1', -1])
    const returned = forward(landed.trail)
    expect([currentRoute(returned.trail), returned.correction]).toEqual(['step3', 1])
  })

  test('Back leads into a quiz that was not graded', () => {
    const open = after(go('regBy'), go('step1'), go('step2'), go('step3'))
    expect(currentRoute(back(open).trail)).toBe('step2')
  })

  test('Back never goes past a submission', () => {
    const done = extendTrail(passed, go('regConf', 'submission')).trail
    expect(back(done)).toEqual({ trail: done, correction: 1 })
    expect(walkTrail(done, 0)).toEqual({ trail: done, correction: done.position })
  })
})

test('GO BACK finds an earlier screen, but none that is closed or before a submission', () => {
  expect(findEarlier(passed, 'step1')).toBe(2)
  expect(findEarlier(passed, 'step2')).toBeUndefined()
  expect(findEarlier(passed, 'saaPerm')).toBeUndefined()
  expect(findEarlier(extendTrail(passed, go('regConf', 'submission')).trail, 'step1')).toBeUndefined()
})

test('history entries of an earlier page load do not belong to the trail', () => {
  expect(positionIn(passed, trailState(passed))).toBe(4)
  expect(positionIn(passed, { trail: 't0', position: 2 })).toBeUndefined()
  expect(positionIn(passed, null)).toBeUndefined()
})

test('navigation to a discarded entry is corrected', () => {
  const cut = truncateTrail(back(after(go('regBy'), go('step1'))).trail)
  expect(positionIn(cut, { trail: 't1', position: 2 })).toBe(2)
  expect(walkTrail(cut, 2)).toEqual({ trail: cut, correction: -1 })
  expect(currentRoute(back(cut).trail)).toBe('home')
})

test('after an exit only one screen is reachable', () => {
  const left = endTrail(back(passed).trail, 'home')
  expect(currentRoute(left)).toBe('home')
  expect(back(left)).toEqual({ trail: left, correction: 1 })
  expect(forward(left)).toEqual({ trail: left, correction: -1 })
})

describe('path changes', () => {
  const group = { id: 'G1', selectedNpiGroup: false, checked: true } as Group
  const permission = { referenceId: 'CLAIM', referenceShortDesc: 'Claims', readOnly: '', checked: true }
  const before = { ...emptyRegistration(), pgGroupMap: { G1: group }, permissionList: [permission] }
  const changes = (change: ModelChange) => changesPath(before, { ...before, ...change })

  test.each<[string, ModelChange]>([
    ['the NPI', { npiId: '1100000011' }],
    ['the role', { regRoleSel: 'AA' }],
    ['the level', { regType: 'PG' }],
    ['a group', { pgGroupMap: { G1: { ...group, checked: false } } }],
    ['who registers', { regBy: 'behalf' }],
    ['the method', { validateBy: 'tin' }],
    ['the decision', { acceptStaffReq: 'N' }],
    ['a permission', { permissionList: [{ ...permission, checked: false }] }],
  ])('another answer for %s changes the path', (_what, change) => expect(changes(change)).toBe(true))

  test('typed text and a reloaded list do not change the path', () => {
    expect(changes({ email: 'typed@office.example', lastSsn: '4321' })).toBe(false)
    expect(changes({ permissionList: [{ ...permission }] })).toBe(false)
  })
})

test('any navigation ends on an open screen at or after the submission', () => {
  const transition = fc.record({
    route: fc.constantFrom(...ROUTES),
    seals: fc.constantFrom(undefined, 'quiz' as const, 'submission' as const),
  })
  fc.assert(
    fc.property(fc.array(transition, { maxLength: 12 }), fc.array(fc.nat(14), { maxLength: 8 }), (steps, walks) => {
      let trail = after(...steps.map(({ route, seals }) => go(route, seals)))
      for (const target of walks) {
        const from = trail
        const walked = walkTrail(from, target)
        trail = walked.trail
        expect(target + walked.correction).toBe(trail.position)
        expect(trail.position).toBeGreaterThanOrEqual(trail.floor)
        if (trail.position !== from.position) expect(trail.screens[trail.position]?.closed).toBe(false)
      }
    }),
  )
})
