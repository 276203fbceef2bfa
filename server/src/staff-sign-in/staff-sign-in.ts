/** Public interface of staff sign-in, for commands and scheduled work. */

import type { AreaJobs } from '#platform/operations/sweep.ts'
import { staffSignInExpired } from './store/expired.ts'

export { type Checked, checkDirectory } from './domain/check-directory.ts'
export { openDoor } from './domain/open-door.ts'

export const staffSignInJobs: AreaJobs = { expired: staffSignInExpired }
