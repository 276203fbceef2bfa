import * as text from '../../forms/messages.ts'
import { submitCall } from '../conditions.ts'
import { RESUMABLE_SCREENS } from '../draft/draft.ts'
import * as wizard from '../texts/messages.ts'
import type { FlowRow } from './flow-events.ts'
import * as f from './flow-rows.ts'
import { everywhere, on, otherwise, row, screen, status, stay } from './flow-rows.ts'

/**
 * The wizard's flow as one table: screen, event, condition, next screen. Each row starts with the rule of
 * docs/behaviour.md that it implements. The first matching row applies, so 'otherwise' comes last.
 */

const gateway = [
  ...screen(on('activateUser'), { signOnDone: [row('4.31', f.always, 'regConf', f.submitted)] }),
  ...screen(everywhere, { anyReply: [row('4.38', f.gatewayFailed, stay, f.showServerText)] }),
]

const home = screen(on('home'), {
  entered: [
    row('4.1', f.reqIdGiven, 'regByStaff'),
    row('4.1', f.activateIdGiven, 'activateUser'),
    row('4.1', otherwise, 'home'),
  ],
  npiSubmitted: [row('4.2', f.always, stay, { ...f.startAgain, call: 'valRegNpi' })],
  npiReply: [
    row('4.3', status(400, 404), 'home', f.showServerTextAtHome),
    row('4.3', f.notOk, 'home', f.showAtHome(text.GENERIC)),
    row('4.42', f.hasDraft, stay, { popup: 'continue' }),
    row('4.4', f.regExists, 'roleSel', f.set({ allowAaAuReg: true })),
    row('4.4', f.poPgExists, 'regWith', f.set({ regRoleSel: 'SAA' })),
    row('4.4', f.provablePerson, 'regBy', f.saaAtNpi),
    row('4.4', otherwise, 'step3', f.saaAtNpi),
  ],
})

const comingBack = [
  ...screen(on('home'), {
    continued: [row('4.42', f.always, stay, { call: 'continueRegistration' })],
    startedOver: [row('4.42', f.always, stay, { call: 'endRegistration' })],
    endReply: [row('4.42', f.always, stay, { ...f.startAgain, call: 'valRegNpi' })],
    reloaded: [row('4.45', f.always, stay, { call: 'receipt' })],
    receiptReply: [
      row('4.45', f.notOk, stay),
      row('4.45', f.receiptOnBehalf, 'regReqComplete', f.restoreEnd),
      row('4.45', otherwise, 'regConf', f.restoreEnd),
    ],
  }),
  ...screen(on('step1'), {
    identityReply: [row('4.43', f.returningTrue, stay, { call: 'continueRegistration' })],
    goBack: [row('4.36', f.returning, 'home')],
  }),
  ...screen(on('home', 'step1'), {
    continueReply: [
      row('4.43', f.notOk, 'home', f.showServerTextAtHome),
      row('4.43', f.numberDue, 'step1', f.requestProofAgain),
      ...RESUMABLE_SCREENS.map((left) => row('4.42', f.leftOn(left), left, f.resume)),
      row('4.42', otherwise, 'home'),
    ],
  }),
]

const roleSel = screen(on('roleSel'), {
  roleChosen: [
    row('4.5', f.replacesSaa, stay, { ...f.set({ replaceSaa: false }), popup: 'replaceSaa' }),
    row('4.5', otherwise, stay, { ...f.set({ replaceSaa: false }), call: 'nonSaaNpiProfile' }),
  ],
  replaceConfirmed: [row('4.6', f.always, stay, { ...f.set({ replaceSaa: true }), call: 'nonSaaNpiProfile' })],
  popupCanceled: [row('4.6', f.always, stay, f.set({ replaceSaa: false }))],
  profileReply: [
    row('4.7', status(400), 'home', f.showServerTextAtHome),
    row('4.7', f.notOk, 'home', f.showAtHome(text.GENERIC)),
    row('4.8', f.nonSaaAtNpi, 'saaPerm', f.profileAtNpi),
    row('4.8', f.poPgExists, 'regWith', f.profileWithLevels),
    row('4.8', f.nonSaa, 'saaPerm', f.profileAtNpi),
    row('4.8', f.provablePerson, 'regBy', f.profileAtNpi),
    row('4.8', otherwise, 'step3', f.profileAtNpi),
  ],
  goBack: [row('4.36', f.always, 'home')],
})

const regWith = screen(on('regWith'), {
  levelChosen: [
    row('4.9', f.npiNonSaa, 'saaPerm', f.replaceAtNpi),
    row('4.9', f.npiPerson, 'regBy', f.replaceAtNpi),
    row('4.9', f.npiLevel, 'step3', f.replaceAtNpi),
    row('4.9', f.groupLevel, 'regChoice', f.replaceAtGroups),
  ],
  goBack: [row('4.36', f.regExists, 'roleSel'), row('4.36', otherwise, 'home')],
})

const regChoice = screen(on('regChoice'), {
  choiceConfirmed: [row('4.10', f.nonSaa, 'saaPerm'), row('4.10', otherwise, 'step3')],
  goBack: [row('4.36', f.always, 'regWith')],
})

const saaPerm = screen(on('saaPerm'), {
  permissionsReply: [row('4.11', f.notOk, stay, f.show(text.GENERIC)), row('3.6', otherwise, stay)],
  permissionsChosen: [row('4.12', f.always, 'step3')],
  goBack: [row('4.36', f.registeredAtLevel, 'regWith'), row('4.36', otherwise, 'roleSel')],
})

const regBy = screen(on('regBy'), {
  registrantChosen: [
    row('4.13', f.behalf, stay, { ...f.set(f.freshProof), call: 'checkPendingSaaRequestsForProvider' }),
    row('4.15', f.selfLocked, 'home', f.showAtHome(wizard.CANNOT_BEGIN)),
    row('4.15', f.selfWithSsn, 'step1', f.proveBy('ssn')),
    row('4.15', f.selfWithTin, 'step1', f.proveBy('tin')),
    row('4.15', otherwise, 'home', f.showAtHome(wizard.CANNOT_BEGIN)),
  ],
  pendingReply: [
    row('4.13', f.notOk, 'home', f.showAtHome(text.GENERIC)),
    row('4.13', f.repliedTrue, stay, { popup: 'pendingSaa' }),
    row('4.14', f.locked, 'pinssnSel'),
    row('4.14', f.noSsnOrTin, 'step1', f.set({ validateBy: 'claim' })),
    row('4.14', otherwise, 'pinssnSel'),
  ],
  pendingAccepted: [
    row('4.14', f.locked, 'pinssnSel'),
    row('4.14', f.noSsnOrTin, 'step1', f.set({ validateBy: 'claim' })),
    row('4.14', otherwise, 'pinssnSel'),
  ],
  goBack: [row('4.36', f.poPgExists, 'regWith'), row('4.36', otherwise, 'home')],
})

const pinssnSel = screen(on('pinssnSel'), {
  methodChosen: [row('4.16', f.always, 'step1', f.set(f.freshProof))],
  goBack: [row('4.36', f.always, 'regBy')],
})

const step1 = screen(on('step1'), {
  identitySubmitted: [row('4.17', f.always, stay, { call: 'valRegProfile' })],
  identityReply: [
    row('4.18', f.trueForBehalf, 'step3'),
    row('4.18', f.trueAlreadyPassed, 'step3'),
    row('4.18', f.repliedTrue, 'step2'),
    row('4.18', f.lockedNow, stay, { ...f.showServerText, ...f.lockMethods }),
    row('4.18', status(404), stay, f.showServerText),
    row('4.18', otherwise, 'home', f.showServerTextAtHome),
  ],
  goBack: [row('4.36', f.behalfWithChoice, 'pinssnSel'), row('4.36', otherwise, 'regBy')],
})

const lockedOut = screen(on('home', 'pinssnSel', 'step1'), {
  contractChosen: [row('4.41', f.always, 'step3', f.saaAtNpi)],
})

const step2 = screen(on('step2'), {
  quizReply: [row('4.19', status(404), 'step3', { ...f.takeNamesUnproved, ...f.sealQuiz })],
  contractChosen: [row('4.41', f.always, 'step3', { ...f.takeNamesUnproved, ...f.sealQuiz })],
  quizSubmitted: [row('4.20', f.always, stay, { call: 'quizScore' })],
  scoreReply: [row('4.21', f.quizPassed, 'step3', { ...f.takeNames, ...f.sealQuiz })],
})

const regReqQuiz = screen(on('regReqQuiz'), {
  quizReply: [
    row('4.19', status(404), 'home', { ...f.showAtHome(wizard.IDENTITY_NOT_CONFIRMED), ...f.sealQuiz }),
    row('4.19', status(407), 'home', { ...f.showServerTextAtHome, ...f.sealQuiz }),
  ],
  quizSubmitted: [
    row('4.29', f.alreadyPassed, stay, { call: 'addSaa' }),
    row('4.20', otherwise, stay, { call: 'quizScore' }),
  ],
  scoreReply: [
    row('4.29', f.quizPassed, stay, { call: 'addSaa' }),
    row('4.21', status(407), 'home', { ...f.showServerTextAtHome, ...f.sealQuiz }),
  ],
  accountReply: [
    row('4.29', f.repliedTrue, 'regReqComplete', f.submitted),
    row('4.29', status(407), stay, f.showServerText),
    row('4.29', otherwise, 'home', { ...f.showAtHome(text.GENERIC), ...f.sealQuiz }),
  ],
})

const bothQuizzes = screen(on('step2', 'regReqQuiz'), {
  quizReply: [
    row('4.19', f.quizPending, stay),
    row('4.19', f.ok, 'home', { ...f.showQuizTextAtHome, ...f.sealQuiz }),
    row('4.19', otherwise, 'home', { ...f.showAtHome(text.GENERIC), ...f.sealQuiz }),
  ],
  scoreReply: [
    row('4.21', f.quizPending, stay, f.showQuizText),
    row('4.21', status(406), 'home', { ...f.showAtHome(wizard.ANSWERS_INCORRECT), ...f.sealQuiz }),
    row('4.21', f.ok, 'home', { ...f.showQuizTextAtHome, ...f.sealQuiz }),
    row('4.21', otherwise, 'home', { ...f.showAtHome(text.GENERIC), ...f.sealQuiz }),
  ],
})

const step3 = screen(on('step3'), {
  accountSubmitted: [row('4.22', f.always, stay, { call: submitCall })],
  createNewAccount: [row('4.25', f.always, stay, { ...f.ignoreExistingAccount, call: submitCall })],
  accountReply: [
    row('4.23', f.trueForRequest, 'regReqComplete', f.submitted),
    row('4.23', f.repliedTrue, 'regConf', f.submitted),
  ],
  goBack: [
    row('4.36', f.nonSaa, 'saaPerm'),
    row('4.36', f.groupLevel, 'regChoice'),
    row('4.36', f.behalf, 'step1'),
    row('4.36', f.unaskedGroupMember, 'regWith'),
    row('4.36', f.unaskedRegistered, 'roleSel'),
    row('4.36', f.unasked, 'home'),
  ],
})

const activateUser = screen(on('activateUser'), {
  activationReply: [
    row('4.30', status(406), stay, f.showServerText),
    row('4.30', f.notOk, 'home', f.showAtHome(text.GENERIC)),
    row('3.12', otherwise, stay),
  ],
  accountSubmitted: [row('4.31', f.always, stay, { call: 'activateUserAccount' })],
  createNewAccount: [row('4.25', f.always, stay, { ...f.ignoreExistingAccount, call: 'activateUserAccount' })],
  accountReply: [row('4.31', f.repliedTrue, stay, { call: 'signOn' })],
})

const bothAccountForms = screen(on('step3', 'activateUser'), {
  questionsReply: [row('4.26', f.notOk, stay, f.show(text.GENERIC)), row('4.26', otherwise, stay)],
  accountReply: [
    row('4.24', status(405), stay, { ...f.show(text.FIX_ERRORS), ...f.userNameError }),
    row('4.24', status(407), stay, f.showServerText),
    row('4.25', status(403), stay, { popup: 'accountFound' }),
    row('4.24', otherwise, 'home', f.showAtHome(text.GENERIC)),
  ],
  logIn: [row('4.25', f.always, stay, { exit: 'additionalAccess' })],
})

const regByStaff = screen(on('regByStaff'), {
  requestReply: [
    row('4.27', status(498, 407, 406), stay, f.showServerText),
    row('4.27', f.notOk, 'home', f.showAtHome(text.GENERIC)),
    row('3.13', otherwise, stay),
  ],
  requestDecided: [
    row('4.28', f.accepted, 'regReqQuiz', f.set(f.freshProof)),
    row('4.28', otherwise, stay, { ...f.nameRejected, call: 'rejectRegReqId' }),
  ],
  rejectReply: [
    row('4.28', f.repliedTrue, 'regReqComplete', f.submitted),
    row('4.28', otherwise, 'home', f.showServerTextAtHome),
  ],
})

const leaving = [
  ...screen(everywhere, {
    canceled: [row('4.34', f.always, 'home', f.leaveBy('cancelRegistration'))],
    popupCanceled: [row('4.35', f.always, stay)],
  }),
  ...screen(on('regConf'), { portalOpened: [row('4.33', f.always, 'home', f.leaveBy('portal'))] }),
  ...screen(on('regReqComplete'), { portalOpened: [row('4.33', f.always, 'home', f.leaveBy('login'))] }),
  ...screen(on('regConf', 'regReqComplete'), { closed: [row('4.33', f.always, 'home', f.leaveBy('login'))] }),
]

export const FLOW_TABLE: readonly FlowRow[] = [
  ...gateway,
  ...home,
  ...comingBack,
  ...roleSel,
  ...regWith,
  ...regChoice,
  ...saaPerm,
  ...regBy,
  ...pinssnSel,
  ...step1,
  ...lockedOut,
  ...step2,
  ...regReqQuiz,
  ...bothQuizzes,
  ...step3,
  ...activateUser,
  ...bothAccountForms,
  ...regByStaff,
  ...leaving,
]
