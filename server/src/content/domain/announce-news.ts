import { systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import type { ScheduledJob } from '#platform/operations/scheduled-job.ts'
import { findUnannounced, insertNewsEntries, lockUnannounced, updateAnnounced } from '../store/news.ts'
import { newsBegan } from './events.ts'

const BATCH = 1_000

/** Adds each new banner of a home page to its readers' bells, once, when it begins to show. */
export const announceNews: ScheduledJob = {
  name: 'announce-news',
  async run(deps, now) {
    let announced = 0
    for (const bannerId of await findUnannounced(deps.db, now)) {
      let after: string | null = '0'
      while (after !== null) {
        const from: string = after
        after = await transact(systemContext(deps, now), async (inside) => {
          const banner = await lockUnannounced(inside.db, bannerId)
          if (!banner) return null
          const last = await insertNewsEntries(inside, banner, { after: from, limit: BATCH })
          if (last === null) {
            await announce(inside, newsBegan, { bannerId })
            await updateAnnounced(inside, bannerId)
          }
          return last
        })
      }
      announced += 1
    }
    return announced
  },
}
