import * as calls from '@portico/core/sign-on-hub/calls'
import type { Mount } from '../platform/http/mount.ts'
import { listConnected, listTiles, signOutOf, withdraw } from './domain/own-applications.ts'

/** A person's own applications: home and profile. */
export function applicationRoutes(mount: Mount): void {
  mount(calls.applicationTiles, listTiles)
  mount(calls.connectedApplications, listConnected)
  mount(calls.signOutOfApplication, signOutOf)
  mount(calls.withdrawConsent, withdraw)
}
