import { declareAct } from '#platform/events/event.ts'

export const applicationAdded = declareAct('application.added', 'An application was registered for sign-on.')

export const applicationChanged = declareAct('application.changed', 'The registration of an application was changed.')

export const secretRotated = declareAct('application.secret-rotated', 'An application got a new secret.')

export const applicationDisabled = declareAct('application.disabled', 'An application was disabled.')

export const applicationEnabled = declareAct('application.enabled', 'A disabled application was enabled.')

export const applicationOpened = declareAct('application.opened', 'Signed in to an application.')

export const consentGiven = declareAct('application.consented', 'Allowed an application to see their data.')

export const consentWithdrawn = declareAct(
  'application.withdrawn',
  'No longer allows an application to see their data.',
)

export const applicationSignedOut = declareAct('application.signed-out', 'Signed out of an application.')

export const mayAsked = declareAct(
  'application.asked',
  'An application asked whether this person may act for a provider.',
)
