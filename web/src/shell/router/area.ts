import type { Call } from '@portico/core/call'
import { INTERNAL_PATHS, isMemberPath, MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { LOGIN_NOTICES } from '@portico/core/signon/agent'
import * as signon from '@portico/core/signon/calls'
import type { Done, Me } from '@portico/core/signon/shapes'

/** A call without input that returns a boolean. */
type BooleanCall = Call<{ says: string; entity: typeof Done }>

/** The three areas of the portal, each with its own sign-on and session. */
export type Area = {
  name: 'providers' | 'members' | 'internal'
  login: string
  logout: string
  /** Page to prove or set up a second factor. */
  factor: string
  home: string
  profile: string
  /** Checks whether the session belongs to this area's user kind. */
  isUserCall: BooleanCall
  keepAliveCall: BooleanCall
}

type Paths = Pick<Area, 'login' | 'logout' | 'factor' | 'home' | 'profile'>

const createArea = (
  name: Area['name'],
  { login, logout, factor, home, profile }: Paths,
  isUserCall: BooleanCall,
  keepAliveCall: BooleanCall,
): Area => ({ name, login, logout, factor, home, profile, isUserCall, keepAliveCall })

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

/** Area that a visitor of a public page came from, for the sign-in link. */
export function findAreaByReferrer(): Area {
  const { origin, pathname } = new URL(document.referrer || location.href)
  return findAreaByPath(origin === location.origin ? pathname : '')
}

/** Logout address for an expired session; the login page then says so. */
export const expiredLogoutUrl = (area: Area): string => `${area.logout}?${LOGIN_NOTICES.expired}=1`

/** Login page after signing out in another tab. */
export const signedOutUrl = (area: Area): string => `${area.login}?${LOGIN_NOTICES.signedOut}=1`
