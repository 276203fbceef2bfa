import * as access from '@portico/core/access/calls'
import type { Call } from '@portico/core/call'
import * as content from '@portico/core/content/calls'
import * as contracts from '@portico/core/contracts/calls'
import * as directory from '@portico/core/directory/calls'
import * as factors from '@portico/core/factors/calls'
import * as internal from '@portico/core/internal/calls'
import * as members from '@portico/core/members/calls'
import * as registration from '@portico/core/registration/calls'
import * as signon from '@portico/core/signon/calls'

/** Calls whose statements are not measured, with the reason. Every other call must be in MEASURED. */
export const UNMEASURED: readonly { why: string; calls: readonly Call[] }[] = [
  { why: 'reads the whole audit trail: that is what it is for', calls: [internal.verifyAudit] },
  {
    why: 'reads nothing of the database',
    calls: [
      registration.captchaChallenge,
      registration.getDefaultPerms,
      registration.getQuestions,
      registration.getSmAgentId,
      registration.reviewPromise,
      content.previewContent,
    ],
  },
  {
    why: 'changes one registration, which its cookie or a mailed link names by its key',
    calls: [
      registration.activateUserAccount,
      registration.addNonSaaUser,
      registration.addPoPgSaa,
      registration.addSaa,
      registration.codeRequest,
      registration.codeScore,
      registration.continueRegistration,
      registration.endRegistration,
      registration.holdRegistration,
      registration.quizRequest,
      registration.quizScore,
      registration.rejectRegReqId,
      registration.saveDraft,
      registration.valRegProfile,
      members.confirmCode,
      members.createAccount,
    ],
  },
  {
    why: 'changes the account, the session or the factors of whoever asks',
    calls: [
      signon.changePassword,
      signon.changeSecurityQuestions,
      signon.endSession,
      signon.logout,
      signon.resetPassword,
      signon.trackUser,
      signon.updateContact,
      factors.addPasskey,
      factors.answerFactorNotice,
      factors.askForPasskey,
      factors.confirmApp,
      factors.confirmEmailFactor,
      factors.forgetDevice,
      factors.newRecoveryCodes,
      factors.passkeyChallenge,
      factors.passkeySignIn,
      factors.proveFactor,
      factors.putOfferAway,
      factors.removeFactor,
      factors.removePasskey,
      factors.renamePasskey,
      factors.sendFactorCode,
      factors.startApp,
      factors.startPasskey,
      factors.stopFactorReset,
    ],
  },
  {
    why: 'changes one request, grant, account or provider that it is given the key of',
    calls: [
      access.addNote,
      access.addStaff,
      access.assignRequest,
      access.cancelRequest,
      access.changeGrant,
      access.changeStaffRole,
      access.confirmPeople,
      access.decideRequest,
      access.decideFourEyesApproval,
      access.forgetDecision,
      access.handOver,
      access.invite,
      access.inviteMany,
      access.reactivateGrant,
      access.removeGrant,
      access.reopenAccount,
      access.resendInvitation,
      access.sendRequestAgain,
      access.suspendAccount,
      access.suspendGrant,
      access.undoDecision,
      factors.resetFactors,
      directory.answerRosterChange,
      directory.reportChange,
      internal.liftHold,
      internal.unlockProvider,
    ],
  },
  {
    why: 'changes one contract or one signature that it is given the key of',
    calls: [
      contracts.askForSignature,
      contracts.cancelSigning,
      contracts.confirmSigningCode,
      contracts.declineSigning,
      contracts.recordContract,
      contracts.returnContract,
      contracts.sendSigningAgain,
      contracts.sendSigningCode,
      contracts.signContract,
      contracts.startSigning,
      contracts.uploadContract,
      contracts.validateContract,
    ],
  },
  {
    why: 'changes one piece of content that it is given the key of',
    calls: [content.removeContent, content.saveBanner, content.saveDescription, content.saveFaq],
  },
]
