import * as calls from '@portico/core/sign-on-hub/calls'
import type { FastifyInstance } from 'fastify'
import type { Mount } from '#platform/calls/mount.ts'
import type { Deps } from '#platform/deps.ts'
import { acting } from '../access/access.ts'
import {
  addApplication,
  changeApplication,
  disableApplication,
  enableApplication,
  rotateApplicationSecret,
} from './domain/applications/change-applications.ts'
import { listApplications, openApplication } from './domain/applications/show-applications.ts'
import { listConnected, listTiles, signOutOf, withdraw } from './domain/own-applications.ts'
import { registerOpenIdProvider } from './routes/openid-provider.ts'

/** The OpenID provider of each brand, the pages of a sign-in, and the logos of applications. */
export async function registerSignOnHub(app: FastifyInstance, deps: Deps): Promise<void> {
  await registerOpenIdProvider(app, deps)
}

/** A person's own applications (home and profile), and the console page 'Applications'. */
export function applicationRoutes(mount: Mount): void {
  mount(calls.applicationTiles, listTiles)
  mount(calls.connectedApplications, listConnected)
  mount(calls.signOutOfApplication, signOutOf)
  mount(calls.withdrawConsent, withdraw)

  mount(calls.listApplications, listApplications)
  mount(calls.openApplication, openApplication)
  mount(calls.addApplication, acting(addApplication))
  mount(calls.changeApplication, acting(changeApplication))
  mount(calls.rotateApplicationSecret, acting(rotateApplicationSecret))
  mount(calls.disableApplication, acting(disableApplication))
  mount(calls.enableApplication, acting(enableApplication))
}
