import type { RegistrationModel } from '../model.ts'
import type { Route } from '../routes.ts'
import type { Transition } from './flow-events.ts'

/**
 * Browser Back and Forward over screens that share one URL (behaviour 4.37). The trail holds the screens shown, in
 * step with the browser's own history entries: each entry's state is its position. Never past the furthest completed
 * step (there is no entry beyond it), never back into a graded quiz (it is skipped), never past a submission.
 */
export type Trail = {
  /** Tells this visit's history entries from those of an earlier load of the page: a reload starts at home. */
  readonly id: string
  readonly screens: readonly { route: Route; closed: boolean }[]
  readonly position: number
  /** The first position that can still be walked to. */
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

/** The position a history entry names, when it belongs to this trail; it may lie beyond what can be walked to. */
export function positionIn(trail: Trail, state: unknown): number | undefined {
  const { trail: id, position }: Partial<TrailState> = Object(state)
  return id === trail.id && typeof position === 'number' ? position : undefined
}

/**
 * The trail after a transition, and whether the browser needs a new entry (push) or the current one rewritten.
 * What lay ahead is gone: a new choice was made.
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

/** What lay ahead rested on answers that have changed since: the furthest completed step is the one behind. */
export function truncateTrail(trail: Trail): Trail {
  return { ...trail, screens: trail.screens.slice(0, trail.position + 1) }
}

/** The wizard was left and has forgotten everything: if the page comes back, this screen is its first and only one. */
export function endTrail(trail: Trail, route: Route): Trail {
  const { screens } = truncateTrail(trail)
  return { ...trail, screens: screens.with(-1, { route, closed: false }), floor: trail.position }
}

type PathAnswers = Pick<
  RegistrationModel,
  'npiId' | 'regRoleSel' | 'regType' | 'pgGroupMap' | 'regBy' | 'validateBy' | 'acceptStaffReq' | 'permissionList'
>

/** Whether an answer changed that the screens ahead rest on. What is typed into the account form changes no path. */
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
 * The browser walked to `target`. Where that is closed the walk goes on in its direction to the next open screen, or
 * stays where it was; `correction` is what history.go must be given so that the browser agrees.
 */
export function walkTrail(trail: Trail, target: number): { trail: Trail; correction: number } {
  const direction = target < trail.position ? -1 : 1
  let landing = target
  while (isWithin(trail, landing) && trail.screens[landing]?.closed) landing += direction
  const position = isWithin(trail, landing) ? landing : trail.position
  return { trail: { ...trail, position }, correction: position - target }
}

/** GO BACK to a screen that lies behind walks there instead of adding an entry. */
export function findEarlier(trail: Trail, route: Route): number | undefined {
  const open = trail.screens.slice(0, trail.position)
  const at = open.findLastIndex((screen, position) => screen.route === route && position >= trail.floor)
  return at === -1 || open[at]?.closed ? undefined : at
}

const isWithin = (trail: Trail, position: number): boolean => position >= trail.floor && position < trail.screens.length
