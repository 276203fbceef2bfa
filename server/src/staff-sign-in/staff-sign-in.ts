/** Public interface of the staff directory, for commands and scheduled work. */

import type { AreaJobs } from '#platform/operations/sweep.ts'
import { directoryExpired } from './store/expired.ts'

export { type Checked, checkDirectory } from './domain/check-directory.ts'
export { openDoor } from './domain/open-door.ts'

export const staffDirectoryJobs: AreaJobs = { expired: directoryExpired }
