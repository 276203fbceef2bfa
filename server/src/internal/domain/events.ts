import { declareAct } from '#platform/events/event.ts'

export const providerUnlocked = declareAct('identity.unlocked', 'The provider was unlocked.')
