import { declareAct } from '#platform/events/event.ts'

export const feedMade = declareAct('account.calendar-made', 'Made a private address for calendars.')

export const feedWithdrawn = declareAct('account.calendar-withdrawn', 'Withdrew the private address for calendars.')
