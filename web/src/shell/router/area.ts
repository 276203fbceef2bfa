import type { Call } from '@portico/core/call'
import { INTERNAL_PATHS, isMemberPath, MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import * as signon from '@portico/core/signon/calls'
import type { Done, Me } from '@portico/core/signon/shapes'

/** A call that is asked with nothing. */
type BooleanCall = Call<{ says: string; entity: typeof Done }>

/** The three sides of the portal, each with its own sign-on and session. */
export type Area = {
  name: 'providers' | 'members' | 'internal'
  login: string
  logout: string
  /** Where a second factor is asked for or set up. */
  factor: string
  home: string
  /** Asks whether the session is of this area's user kind. */
  isUserCall: BooleanCall
  keepAliveCall: BooleanCall
}

type Paths = Pick<Area, 'login' | 'logout' | 'factor' | 'home'>

const createArea = (
  name: Area['name'],
  { login, logout, factor, home }: Paths,
  isUserCall: BooleanCall,
  keepAliveCall: BooleanCall,
): Area => ({ name, login, logout, factor, home, isUserCall, keepAliveCall })

export const AREAS: Record<Area['name'], Area> = {
  providers: createArea('providers', PROVIDER_PATHS, signon.isProviderUser, signon.keepAliveProvider),
  members: createArea('members', MEMBER_PATHS, signon.isMemberUser, signon.keepAliveMember),
  internal: createArea('internal', INTERNAL_PATHS, signon.isInternalUser, signon.keepAliveProvider),
}

export const AREA_BY_KIND: Record<Me['kind'], Area> = {
  provider: AREAS.providers,
  member: AREAS.members,
  internal: AREAS.internal,
}

export function findAreaByPath(path: string): Area {
  if (isMemberPath(path)) return AREAS.members
  return path.startsWith(`${INTERNAL_PATHS.area}/`) ? AREAS.internal : AREAS.providers
}

/** Where a visitor of a page for everybody came from: there they sign in. */
export function findAreaByReferrer(): Area {
  const { origin, pathname } = new URL(document.referrer || location.href)
  return findAreaByPath(origin === location.origin ? pathname : '')
}

/** The area's logout address for a session that ran out: its login page then says so. */
export function expiredLogoutUrl(area: Area): string {
  return `${area.logout}?expired=1`
}
