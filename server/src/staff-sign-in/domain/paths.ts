import { INTERNAL_PATHS } from '@portico/core/constants'

export const START_PATH = `${INTERNAL_PATHS.area}/oidc`
export const CALLBACK_PATH = `${START_PATH}/callback`
export const LOGOUT_PATH = `${START_PATH}/backchannel-logout`
/** After a step-up that was opened in a window of its own. */
export const CONFIRMED_PATH = `${START_PATH}/confirmed`
export const OPEN_DOOR_PATH = `${START_PATH}/open-door`
