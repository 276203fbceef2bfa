import * as text from '../forms/messages.ts'
import { submitCall } from './decisions.ts'
import type { FlowRow } from './flow-events.ts'
import * as f from './flow-rows.ts'
import { everywhere, on, otherwise, row, screen, status, stay } from './flow-rows.ts'

/**
 * Spec section 4, 'Registration flow', as one table: on this screen, after this event, when this holds, go there.
 * Each line begins with the point of that section it stands for; '§8' is the error catalogue, '§2' the screen's own text.
 * The first line that fits decides, so 'otherwise' comes last.
 */

const gateway = [
  ...screen(on('activateUser'), {
    signOnDone: [row('14 on completion, including error', f.always, 'regConf', f.submitted)],
  }),
  ...screen(everywhere, { anyReply: [row('§8 Gateway', f.gatewayFailed, stay, f.showServerText)] }),
]

const home = screen(on('home'), {
  entered: [
    row('1', f.reqIdGiven, 'regByStaff'),
    row('1', f.activateIdGiven, 'activateUser'),
    row('1', otherwise, 'home'),
  ],
  npiSubmitted: [row('1', f.always, stay, { ...f.startAgain, call: 'valRegNpi' })],
  npiReply: [
    row('§8 NPI validation', status(400, 404), 'home', f.sayServerTextAtHome),
    row('§8 NPI validation', f.notOk, 'home', f.sayAtHome(text.GENERIC)),
    row('2', f.regExists, 'roleSel', f.set({ allowAaAuReg: true })),
    row('2', f.poPgExists, 'regWith', f.set({ regRoleSel: 'SAA' })),
    row('2', f.provablePerson, 'regBy', f.saaAtNpi),
    row('2', otherwise, 'step3', f.saaAtNpi),
  ],
})

const roleSel = screen(on('roleSel'), {
  roleChosen: [
    row('§2 roleSel', f.replacesSaa, stay, { ...f.set({ replaceSaa: false }), popup: 'replaceSaa' }),
    row('3', otherwise, stay, { ...f.set({ replaceSaa: false }), call: 'nonSaaNpiProfile' }),
  ],
  replaceConfirmed: [row('§2 roleSel', f.always, stay, { ...f.set({ replaceSaa: true }), call: 'nonSaaNpiProfile' })],
  popupCancelled: [row('§2 roleSel', f.always, stay, f.set({ replaceSaa: false }))],
  profileReply: [
    row('§8 profile lookup', status(400), 'home', f.sayServerTextAtHome),
    row('§8 profile lookup', f.notOk, 'home', f.sayAtHome(text.GENERIC)),
    row('3', f.nonSaaAtNpi, 'saaPerm', f.profileAtNpi),
    row('3', f.poPgExists, 'regWith', f.profileWithLevels),
    row('3', f.nonSaa, 'saaPerm', f.profileAtNpi),
    row('3', f.provablePerson, 'regBy', f.profileAtNpi),
    row('3', otherwise, 'step3', f.profileAtNpi),
  ],
  goBack: [row('§2 roleSel', f.always, 'home')],
})

const regWith = screen(on('regWith'), {
  levelChosen: [
    row('4', f.npiNonSaa, 'saaPerm', f.replaceAtNpi),
    row('4', f.npiPerson, 'regBy', f.replaceAtNpi),
    row('4', f.npiLevel, 'step3', f.replaceAtNpi),
    row('4', f.groupLevel, 'regChoice', f.replaceAtGroups),
  ],
  goBack: [row('§2 regWith', f.regExists, 'roleSel'), row('§2 regWith', otherwise, 'home')],
})

const regChoice = screen(on('regChoice'), {
  choiceConfirmed: [row('5', f.nonSaa, 'saaPerm'), row('5', otherwise, 'step3')],
  goBack: [row('§2 regChoice', f.always, 'regWith')],
})

const saaPerm = screen(on('saaPerm'), {
  permissionsReply: [
    row('§8 permission list', f.notOk, stay, f.show(text.GENERIC)),
    row('§2 saaPerm', otherwise, stay),
  ],
  permissionsChosen: [row('6', f.always, 'step3')],
  goBack: [row('6', f.registeredAtLevel, 'regWith'), row('6', otherwise, 'roleSel')],
})

const regBy = screen(on('regBy'), {
  registrantChosen: [
    row('7', f.behalf, stay, { ...f.set(f.freshProof), call: 'checkPendingSaaRequestsForProvider' }),
    row('7', f.selfWithSsn, 'step1', f.set({ ...f.freshProof, validateBy: 'ssn' })),
    row('7', f.selfWithTin, 'step1', f.set({ ...f.freshProof, validateBy: 'tin' })),
    row('7', otherwise, 'home', f.sayAtHome(text.CANNOT_BEGIN)),
  ],
  pendingReply: [
    row('§8 generic', f.notOk, 'home', f.sayAtHome(text.GENERIC)),
    row('7', f.repliedTrue, stay, { popup: 'pendingSaa' }),
    row('7', f.noSsnOrTin, 'step1', f.set({ validateBy: 'claim' })),
    row('7', otherwise, 'pinssnSel'),
  ],
  pendingAccepted: [row('7', f.noSsnOrTin, 'step1', f.set({ validateBy: 'claim' })), row('7', otherwise, 'pinssnSel')],
  goBack: [row('7', f.poPgExists, 'regWith'), row('7', otherwise, 'home')],
})

const pinssnSel = screen(on('pinssnSel'), {
  methodChosen: [row('§2 pinssnSel', f.always, 'step1', f.set(f.freshProof))],
  goBack: [row('7 backwards', f.always, 'regBy')],
})

const step1 = screen(on('step1'), {
  identitySubmitted: [row('8', f.always, stay, { call: 'valRegProfile' })],
  identityReply: [
    row('8', f.trueForBehalf, 'step3'),
    row('8', f.repliedTrue, 'step2'),
    row('8', status(404), stay, f.showServerText),
    row('8', otherwise, 'home', f.sayServerTextAtHome),
  ],
  goBack: [row('7 backwards', f.behalfWithChoice, 'pinssnSel'), row('7 backwards', otherwise, 'regBy')],
})

const step2 = screen(on('step2'), {
  quizReply: [row('9', status(404), 'step3', { ...f.takeNamesUnproved, ...f.sealQuiz })],
  quizSubmitted: [row('9', f.always, stay, { call: 'quizScore' })],
  scoreReply: [row('9', f.quizPassed, 'step3', { ...f.takeNames, ...f.sealQuiz })],
})

const regReqQuiz = screen(on('regReqQuiz'), {
  quizReply: [row('12', status(404), 'home', { ...f.sayAtHome(text.IDENTITY_NOT_CONFIRMED), ...f.sealQuiz })],
  quizSubmitted: [
    row('12 again, after a gateway failure', f.alreadyPassed, stay, { call: 'addSaa' }),
    row('12', otherwise, stay, { call: 'quizScore' }),
  ],
  scoreReply: [row('12', f.quizPassed, stay, { call: 'addSaa' })],
  accountReply: [
    row('12', f.repliedTrue, 'regReqComplete', f.submitted),
    row('§8 add and activate', status(407), stay, f.showServerText),
    row('§8 add and activate', otherwise, 'home', { ...f.sayAtHome(text.GENERIC), ...f.sealQuiz }),
  ],
})

const bothQuizzes = screen(on('step2', 'regReqQuiz'), {
  quizReply: [
    row('9, 12', f.quizPending, stay),
    row('9, 12', f.ok, 'home', { ...f.sayQuizTextAtHome, ...f.sealQuiz }),
    row('§8 quiz request', otherwise, 'home', { ...f.sayAtHome(text.GENERIC), ...f.sealQuiz }),
  ],
  scoreReply: [
    row('9, 12', f.quizPending, stay, f.showQuizText),
    row('9, §8 quiz score', status(406), 'home', { ...f.sayAtHome(text.ANSWERS_INCORRECT), ...f.sealQuiz }),
    row('9, 12', f.ok, 'home', { ...f.sayQuizTextAtHome, ...f.sealQuiz }),
    row('§8 generic', otherwise, 'home', { ...f.sayAtHome(text.GENERIC), ...f.sealQuiz }),
  ],
})

const step3 = screen(on('step3'), {
  accountSubmitted: [row('10', f.always, stay, { call: submitCall })],
  createNewAccount: [row('11', f.always, stay, { ...f.ignoreExistingAccount, call: submitCall })],
  accountReply: [
    row('11', f.trueForRequest, 'regReqComplete', f.submitted),
    row('11', f.repliedTrue, 'regConf', f.submitted),
  ],
  goBack: [
    row('6 backwards', f.nonSaa, 'saaPerm'),
    row('5 backwards', f.groupLevel, 'regChoice'),
    row('8 backwards', f.behalf, 'step1'),
    row('4 backwards', f.unaskedGroupMember, 'regWith'),
    row('3 backwards', f.unaskedRegistered, 'roleSel'),
    row('2 backwards', f.unasked, 'home'),
  ],
})

const activateUser = screen(on('activateUser'), {
  activationReply: [
    row('§8 activation lookup', status(406), stay, f.showServerText),
    row('§8 generic', f.notOk, 'home', f.sayAtHome(text.GENERIC)),
    row('§2 activateUser', otherwise, stay),
  ],
  accountSubmitted: [row('14', f.always, stay, { call: 'activateUserAccount' })],
  createNewAccount: [row('11', f.always, stay, { ...f.ignoreExistingAccount, call: 'activateUserAccount' })],
  accountReply: [row('14', f.repliedTrue, stay, { call: 'signOn' })],
})

const bothAccountForms = screen(on('step3', 'activateUser'), {
  questionsReply: [
    row('§8 question list', f.notOk, stay, f.show(text.GENERIC)),
    row('§8 question list, there after all', otherwise, stay),
  ],
  accountReply: [
    row('§8 add and activate', status(405), stay, { ...f.show(text.FIX_ERRORS), ...f.userNameError }),
    row('§8 add and activate', status(407), stay, f.showServerText),
    row('11', status(403), stay, { popup: 'accountFound' }),
    row('§8 add and activate', otherwise, 'home', f.sayAtHome(text.GENERIC)),
  ],
  logIn: [row('11', f.always, stay, { exit: 'additionalAccess' })],
})

const regByStaff = screen(on('regByStaff'), {
  requestReply: [
    row('§8 request-id lookup', status(498, 407, 406), stay, f.showServerText),
    row('§8 generic', f.notOk, 'home', f.sayAtHome(text.GENERIC)),
    row('12', otherwise, stay),
  ],
  requestDecided: [
    row('12', f.accepted, 'regReqQuiz', f.set(f.freshProof)),
    row('12', otherwise, stay, { ...f.nameRejected, call: 'rejectRegReqId' }),
  ],
  rejectReply: [
    row('12', f.repliedTrue, 'regReqComplete', f.submitted),
    row('12', otherwise, 'home', f.sayServerTextAtHome),
  ],
})

const leaving = [
  ...screen(everywhere, {
    cancelled: [row('§2 cancel', f.always, 'home', f.leaveBy('cancelRegistration'))],
    popupCancelled: [row('7, 11', f.always, stay)],
  }),
  ...screen(on('regConf'), { portalOpened: [row('13', f.always, 'home', f.leaveBy('portal'))] }),
  ...screen(on('regReqComplete'), { portalOpened: [row('12', f.always, 'home', f.leaveBy('login'))] }),
  ...screen(on('regConf', 'regReqComplete'), { closed: [row('12, 13', f.always, 'home', f.leaveBy('login'))] }),
]

export const FLOW_TABLE: readonly FlowRow[] = [
  ...gateway,
  ...home,
  ...roleSel,
  ...regWith,
  ...regChoice,
  ...saaPerm,
  ...regBy,
  ...pinssnSel,
  ...step1,
  ...step2,
  ...regReqQuiz,
  ...bothQuizzes,
  ...step3,
  ...activateUser,
  ...bothAccountForms,
  ...regByStaff,
  ...leaving,
]
