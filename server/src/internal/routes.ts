import * as calls from '@portico/core/internal/calls'
import type { Mount } from '#platform/calls/mount.ts'
import { reading } from '#platform/outcome.ts'
import { acting, liftHold } from '../access/access.ts'
import { listAudit, proveAudit } from './domain/audit-trail.ts'
import { describeHome } from './domain/home.ts'
import { describeImports } from './domain/imports.ts'
import { listMail, openMail } from './domain/mail.ts'
import { describePolicy } from './domain/policy.ts'
import { describeProvider, listProviders, unlockProvider } from './domain/providers.ts'

/** Staff console without contracts and people. The access area handles people and requests. */
export function internalRoutes(mount: Mount): void {
  mount(calls.home, reading(describeHome))

  mount(calls.listProviders, reading(listProviders))
  mount(calls.openProvider, describeProvider)
  mount(calls.unlockProvider, unlockProvider)
  mount(calls.liftHold, acting(liftHold))

  mount(calls.listAudit, reading(listAudit))
  mount(calls.verifyAudit, reading(proveAudit))

  mount(calls.showPolicy, reading(describePolicy))

  mount(calls.listImports, reading(describeImports))

  mount(calls.listMail, reading(listMail))
  mount(calls.openMail, openMail)
}
