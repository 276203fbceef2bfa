import * as calls from '@portico/core/plan-data/calls'
import type { Mount } from '#platform/calls/mount.ts'
import { reading } from '#platform/outcome.ts'
import { exportClaims, openClaim, searchClaims } from './domain/claims.ts'
import { checkEligibility } from './domain/eligibility.ts'
import { exportLastList, findLastList, findMany } from './domain/eligibility-list.ts'
import { exportRoster } from './domain/export-roster.ts'
import { coveredGroups, coveredProviders } from './domain/look-ups.ts'
import { exportScoCases, exportScoInvoices } from './domain/sco-exports.ts'
import { findClaimStatuses } from './store/claims/claims.ts'
import { findRoster, findRosterGroups } from './store/roster.ts'
import { findScoCases, findScoInvoices } from './store/sco.ts'

/** Calls by permission: each declares the one it needs and returns only what the session's grants cover. */
export function planDataRoutes(mount: Mount): void {
  mount(calls.getNPIs, coveredProviders({ usually: 'HOME' }))
  mount(calls.getScoTrakkerNpis, coveredProviders({ usually: 'SCOTRK' }))
  mount(calls.getScoInvoiceNpis, coveredProviders({ usually: 'SCOINV' }))
  mount(calls.getAllProviders, coveredProviders({ always: 'HOME' }))
  mount(calls.providerlist, coveredProviders({ always: 'HOME' }))
  mount(calls.getClaimNpis, coveredProviders({ always: 'CLAIM' }))
  mount(calls.getCapeCodNpis, coveredProviders({ always: 'HOME', region: 'Cape Cod' }))
  mount(calls.getIPAs, coveredGroups('IPA'))
  mount(calls.getSGs, coveredGroups('SG'))

  mount(calls.findEligibility, checkEligibility)
  mount(calls.findManyEligibility, findMany)
  mount(calls.lastManyEligibility, findLastList)
  mount(calls.exportManyEligibility, exportLastList)
  mount(calls.searchClaims, searchClaims)
  mount(calls.claimStatuses, reading(findClaimStatuses))
  mount(calls.openClaim, openClaim)
  mount(calls.exportClaims, exportClaims)

  mount(calls.listRoster, reading(findRoster))
  mount(calls.exportRoster, exportRoster)
  mount(calls.listRosterGroups, reading(findRosterGroups))

  mount(calls.listScoCases, reading(findScoCases))
  mount(calls.exportScoCases, exportScoCases)
  mount(calls.listScoInvoices, reading(findScoInvoices))
  mount(calls.exportScoInvoices, exportScoInvoices)
}
