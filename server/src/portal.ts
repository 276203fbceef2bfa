import type { FastifyInstance } from 'fastify'
import type { PoolConfig } from 'pg'
import { createAnchor } from '#platform/audit/anchor.ts'
import { sealAudit } from '#platform/audit/seals.ts'
import { systemContext } from '#platform/context.ts'
import type { Deps } from '#platform/deps.ts'
import { createMailSender } from '#platform/mail/mail-sender.ts'
import { startJobs } from '#platform/operations/jobs.ts'
import { sweep } from '#platform/operations/sweep.ts'
import { carryOutDecisions, requestHandlers } from './access/access.ts'
import { buildApp } from './app.ts'
import { contractHandlers } from './contracts/contracts.ts'
import { registerDemoClients } from './demo/app/demo-clients.ts'
import { loadDemoData } from './demo/load-demo-data.ts'
import { createProgressBar } from './progress-bar.ts'
import { changeHandlers, publishJob } from './provider-directory/provider-directory.ts'
import { scheduledJobs } from './scheduled-jobs.ts'
import { deliverLogouts, openHubKeys } from './sign-on-hub/sign-on-hub.ts'

type Background = { stop(): Promise<void> }

/**
 * The whole portal on a migrated database, ready to listen, with its background jobs. `pagesBuilt` may take as long as
 * the demo's load.
 */
export async function openPortal(
  deps: Deps,
  owner: PoolConfig | undefined,
  pagesBuilt: Promise<unknown>,
): Promise<{ app: FastifyInstance; background: Background }> {
  if (deps.settings.demo) await loadDemoOnFirstStart(deps, owner)
  if (deps.settings.demo) await registerDemoClients(deps)
  await openHubKeys(systemContext(deps))
  await pagesBuilt
  const app = await buildApp(deps)
  return { app, background: startBackgroundWork(deps) }
}

/** The demo accounts are created last, in one transaction: if there are none, an earlier load did not finish. */
async function loadDemoOnFirstStart(deps: Deps, config: PoolConfig | undefined): Promise<void> {
  const { db, settings, clock } = deps
  if (!config) return
  const account = await db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (account) return
  const onProgress = createProgressBar('Loading the demo data')
  await loadDemoData({ config, secretKey: settings.secretKey, now: clock.now(), onProgress })
  await publishJob.run(deps, clock.now())
}

/** Mail, audit seals and scheduled jobs. */
function startBackgroundWork(deps: Deps): Background {
  const sender = createMailSender(deps)
  const sealing = { ...deps.settings, onSealed: createAnchor(deps.settings, deps.log) }
  const jobs = startJobs(deps, {
    sendDueMail: () => sender.sendDue(),
    deliverLogouts: () => deliverLogouts(deps),
    carryOutDecisions: () => carryOutDecisions(deps, { ...requestHandlers, ...contractHandlers, ...changeHandlers }),
    sealAudit: () => sealAudit(deps.db, deps.clock.now(), sealing),
    publishDirectory: () => sweep(deps, deps.clock.now(), [publishJob]),
    sweep: () => sweep(deps, deps.clock.now(), scheduledJobs),
  })
  return {
    async stop() {
      sender.close()
      await jobs.stop()
    },
  }
}
