/** The wizard's screens (behaviour 3). The URL does not change between them. */
export const ROUTES = [
  'home',
  'roleSel',
  'regWith',
  'regChoice',
  'regBy',
  'pinssnSel',
  'step1',
  'step2',
  'step3',
  'regConf',
  'regByStaff',
  'regReqQuiz',
  'regReqComplete',
  'saaPerm',
  'activateUser',
] as const

export type Route = (typeof ROUTES)[number]

/** 'stpe2' is an alternative spelling of step2; an unknown route is home. */
export function resolveRoute(name: string): Route {
  if (name === 'stpe2') return 'step2'
  return ROUTES.find((route) => route === name) ?? 'home'
}

/** Query parameters of the entry page. */
export type Entry = { reqId: string; activateId: string; easyReg: boolean }

export function readEntry(query: { get(name: string): string | null }): Entry {
  return {
    reqId: query.get('reqId') ?? '',
    activateId: query.get('activateId') ?? '',
    easyReg: query.get('easyReg') === 'Y',
  }
}

export const STAGES = ['Provider', 'Access', 'Identity', 'Account', 'Done'] as const
export type Stage = (typeof STAGES)[number]

const STAGE_OF: Record<Route, Stage> = {
  home: 'Provider',
  roleSel: 'Access',
  regWith: 'Access',
  regChoice: 'Access',
  saaPerm: 'Access',
  regBy: 'Identity',
  pinssnSel: 'Identity',
  step1: 'Identity',
  step2: 'Identity',
  step3: 'Account',
  regConf: 'Done',
  regByStaff: 'Access',
  regReqQuiz: 'Identity',
  regReqComplete: 'Done',
  activateUser: 'Account',
}

/** The stage of a screen in the progress bar. */
export function stageOf(route: Route): Stage {
  return STAGE_OF[route]
}
