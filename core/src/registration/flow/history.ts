import type { RegistrationModel } from '../model.ts'
import type { Route } from '../routes.ts'
import type { Transition } from './flow-events.ts'

/**
 * Browser Back and Forward over screens that share one URL (behaviour 4.37). The trail lists the screens shown, in sync
 * with the browser's history entries: each entry's state is its position. Navigation never goes past the furthest
 * completed step (there is no entry), into a graded quiz (it is skipped) or back past a submission.
 */
export type Trail = {
  /** Distinguishes this visit's history entries from those of an earlier load of the page. */
  readonly id: string
  readonly screens: readonly { route: Route; closed: boolean }[]
  readonly position: number
  /** The first reachable position. */
  readonly floor: number
}

export type TrailState = { trail: string; position: number }

export const startTrail = (id: string): Trail => ({
  id,
  screens: [{ route: 'home', closed: false }],
  position: 0,
  floor: 0,
})

export const currentRoute = (trail: Trail): Route => trail.screens[trail.position]?.route ?? 'home'

export const trailState = (trail: Trail): TrailState => ({ trail: trail.id, position: trail.position })

/** The position of a history entry of this trail. It can be out of reach. */
export function positionIn(trail: Trail, state: unknown): number | undefined {
  const { trail: id, position }: Partial<TrailState> = Object(state)
  return id === trail.id && typeof position === 'number' ? position : undefined
}

/**
 * The trail after a transition, and whether to push a new history entry or replace the current one. A new screen
 * discards the screens ahead.
 */
export function extendTrail(trail: Trail, transition: Transition): { trail: Trail; push: boolean } {
  const closesQuiz = transition.seals === 'quiz'
  const here = trail.screens.slice(0, trail.position + 1)
  const behind = here.map((screen, at) => (closesQuiz && at === trail.position ? { ...screen, closed: true } : screen))
  const moved = transition.route !== currentRoute(trail)
  const screens = moved ? [...behind, { route: transition.route, closed: false }] : behind
  const position = screens.length - 1
  const floor = transition.seals === 'submission' ? position : trail.floor
  if (!moved && floor === trail.floor) return { trail, push: false }
  return { trail: { ...trail, screens, position, floor }, push: moved }
}

/** Discards the screens ahead, because an answer that they depend on has changed. */
export function truncateTrail(trail: Trail): Trail {
  return { ...trail, screens: trail.screens.slice(0, trail.position + 1) }
}

/** After an exit the model is cleared: if the page is restored, this screen is the only one. */
export function endTrail(trail: Trail, route: Route): Trail {
  const { screens } = truncateTrail(trail)
  return { ...trail, screens: screens.with(-1, { route, closed: false }), floor: trail.position }
}

type PathAnswers = Pick<
  RegistrationModel,
  'npiId' | 'regRoleSel' | 'regType' | 'pgGroupMap' | 'regBy' | 'validateBy' | 'acceptStaffReq' | 'permissionList'
>

/** Whether an answer changed that the screens ahead depend on. The account form does not affect the path. */
export function changesPath(before: PathAnswers, after: PathAnswers): boolean {
  return before !== after && pathOf(before) !== pathOf(after)
}

function pathOf(model: PathAnswers): string {
  const { npiId, regRoleSel, regType, regBy, validateBy, acceptStaffReq } = model
  const groups = Object.values(model.pgGroupMap).flatMap((group) => (group.checked ? group.id : []))
  const permissions = model.permissionList.flatMap((item) => (item.checked ? item.referenceId : []))
  return JSON.stringify([npiId, regRoleSel, regType, regBy, validateBy, acceptStaffReq, groups, permissions])
}

/**
 * Handles navigation to `target`. A closed screen is skipped in the direction of travel; if no open screen follows, the
 * position stays. `correction` is the argument for history.go that brings the browser back in sync.
 */
export function walkTrail(trail: Trail, target: number): { trail: Trail; correction: number } {
  const direction = target < trail.position ? -1 : 1
  let landing = target
  while (isWithin(trail, landing) && trail.screens[landing]?.closed) landing += direction
  const position = isWithin(trail, landing) ? landing : trail.position
  return { trail: { ...trail, position }, correction: position - target }
}

/** Position of an earlier screen, so that GO BACK navigates there instead of adding an entry. */
export function findEarlier(trail: Trail, route: Route): number | undefined {
  const open = trail.screens.slice(0, trail.position)
  const at = open.findLastIndex((screen, position) => screen.route === route && position >= trail.floor)
  return at === -1 || open[at]?.closed ? undefined : at
}

const isWithin = (trail: Trail, position: number): boolean => position >= trail.floor && position < trail.screens.length
