import * as calls from '@portico/core/access/calls'
import * as successors from '@portico/core/access/successor-calls'
import * as views from '@portico/core/staff-views/calls'
import type { Mount } from '#platform/calls/mount.ts'
import { reading } from '#platform/outcome.ts'
import { invitePerson, resendInvitation } from './domain/accounts/invite.ts'
import { inviteMany } from './domain/accounts/invite-many.ts'
import { acting, looking } from './domain/acting.ts'
import { confirmEmail, describeEmailLink } from './domain/decisions/confirm-email.ts'
import { decideRequest } from './domain/decisions/decide-request.ts'
import { forgetDecision, listDelayedDecisions, undoable, undoDecision } from './domain/decisions/delay-decision.ts'
import { handOver } from './domain/decisions/hand-over.ts'
import { cancelMyRequest, listMyRequests, sendMyRequestAgain } from './domain/decisions/my-requests.ts'
import { listWaitingRequests } from './domain/decisions/waiting-requests.ts'
import { decideFourEyesApproval, listFourEyesApprovals } from './domain/four-eyes.ts'
import {
  changeGrant,
  confirmPeople,
  reactivateGrant,
  removeGrant,
  suspendPersonGrant,
} from './domain/people/administer.ts'
import { exportPeople } from './domain/people/export-people.ts'
import { officeHome } from './domain/people/office-home.ts'
import { listControlledAccess, listHistory, listPeople, listScopes, type SignInAid } from './domain/people/people.ts'
import { listActiveAgain, restoreAccess } from './domain/people/restore-access.ts'
import { type ChangeApplications, carryOutWith } from './domain/staff/four-eyes-acts.ts'
import { openAccount, reopenByStaff, suspendByStaff } from './domain/staff/staff-accounts.ts'
import { addNote, assignRequest, openStaffNotes } from './domain/staff/staff-notes.ts'
import { addStaff, changeStaffRole, listStaff } from './domain/staff/staff-team.ts'
import { askToUnmask, decideUnmasking, listUnmaskRequests } from './domain/staff-views/unmasking.ts'
import {
  describeView,
  endView,
  findPeopleToView,
  listViews,
  listViewsOfMe,
  openView,
} from './domain/staff-views/views.ts'
import { leaveAsSaa } from './domain/successors/leave.ts'
import { listSuccessors } from './domain/successors/list-successors.ts'
import { answerNaming, confirmSuccessor, nameSuccessor, withdrawSuccessor } from './domain/successors/name-successor.ts'
import { describeTakeover, stopTakeover } from './domain/successors/objections.ts'
import { decideTakeover, listTakeovers } from './domain/successors/staff-takeovers.ts'
import { acceptTakeover } from './domain/successors/takeover.ts'
import { findNextRequest } from './store/decisions/waiting-requests.ts'
import { findAccounts } from './store/people/account-list.ts'

/** Routes for user administration and for a user's own requests. */
export function accessRoutes(mount: Mount, signInAid: SignInAid, changeApplications: ChangeApplications): void {
  mountStaffViews(mount)
  mount(calls.officeHome, looking(officeHome))
  mount(calls.listScopes, looking(listScopes))
  mount(calls.listPeople, looking(listPeople(signInAid)))
  mount(calls.exportPeople, async (context, query) => exportPeople(context, query))
  mount(calls.listRequests, looking(listWaitingRequests))
  mount(calls.listHistory, looking(listHistory))
  mount(calls.listAccounts, async ({ db }, query) => ({ entity: await findAccounts(db, query) }))
  mount(calls.openAccount, looking(openAccount(signInAid)))

  mount(calls.decideRequest, acting(undoable(decideRequest)))
  mount(calls.listDelayedDecisions, reading(listDelayedDecisions))
  mount(calls.undoDecision, acting(undoDecision))
  mount(calls.forgetDecision, acting(forgetDecision))
  mount(calls.openStaffNotes, openStaffNotes)
  mount(calls.nextRequest, reading(findNextRequest))
  mount(calls.assignRequest, acting(assignRequest))
  mount(calls.addNote, acting(addNote))
  mount(calls.invite, acting(invitePerson))
  mount(calls.inviteMany, looking(inviteMany))
  mount(calls.resendInvitation, acting(resendInvitation))

  mount(calls.changeGrant, acting(changeGrant))
  mount(calls.suspendGrant, acting(suspendPersonGrant))
  mount(calls.reactivateGrant, acting(reactivateGrant))
  mount(calls.listActiveAgain, looking(listActiveAgain))
  mount(calls.restoreAccess, acting(restoreAccess))
  mount(calls.removeGrant, acting(removeGrant))
  mount(calls.handOver, acting(handOver))
  mount(calls.confirmPeople, acting(confirmPeople))
  mount(calls.suspendAccount, acting(suspendByStaff))
  mount(calls.reopenAccount, acting(reopenByStaff))

  mount(calls.listStaff, looking(listStaff))
  mount(calls.addStaff, acting(addStaff))
  mount(calls.changeStaffRole, acting(changeStaffRole))
  mount(calls.listFourEyesApprovals, looking(listFourEyesApprovals))
  mount(calls.decideFourEyesApproval, acting(decideFourEyesApproval(carryOutWith(changeApplications))))

  mount(calls.listControlledAccess, listControlledAccess)
  mount(calls.listMyRequests, listMyRequests)
  mount(calls.cancelRequest, cancelMyRequest)
  mount(calls.sendRequestAgain, sendMyRequestAgain)
  mount(calls.emailByLink, describeEmailLink)
  mount(calls.confirmEmail, confirmEmail)
  mountSuccessors(mount)
}

function mountSuccessors(mount: Mount): void {
  mount(successors.listSuccessors, looking(listSuccessors))
  mount(successors.nameSuccessor, acting(nameSuccessor))
  mount(successors.answerNaming, acting(answerNaming))
  mount(successors.confirmSuccessor, acting(confirmSuccessor))
  mount(successors.withdrawSuccessor, acting(withdrawSuccessor))
  mount(successors.leaveAsSaa, acting(leaveAsSaa))
  mount(successors.acceptTakeover, acting(acceptTakeover))
  mount(successors.listTakeovers, looking(listTakeovers))
  mount(successors.decideTakeover, acting(decideTakeover))
  mount(successors.takeoverByLink, describeTakeover)
  mount(successors.stopTakeover, stopTakeover)
}

/** Views by support agents (behaviour 23.20). What a view shows is checked by platform/identity/staff-view.ts. */
function mountStaffViews(mount: Mount): void {
  mount(views.findPeopleToView, reading(findPeopleToView))
  mount(views.listViews, reading(listViews))
  mount(views.describeView, describeView)
  mount(views.openView, acting(openView))
  mount(views.endView, acting(endView))
  mount(views.askToUnmask, acting(askToUnmask))
  mount(views.listUnmaskRequests, reading(listUnmaskRequests))
  mount(views.decideUnmasking, acting(decideUnmasking))
  mount(views.listViewsOfMe, reading(listViewsOfMe))
}
