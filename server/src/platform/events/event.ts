import type { BellLine } from '@portico/core/bell/lines'
import type { AuditEntry } from '../audit/audit.ts'
import type { StaffReaders } from '../bell/record-staff-event.ts'
import type { InTransaction } from '../context.ts'
import type { AccountKind } from '../database/schema.ts'
import type { EventTexts } from '../deps.ts'
import type { MailContent } from '../mail/mail-body.ts'
import { AREA_PATHS, areaOfAccount } from '../pages/portal-addresses.ts'

/** A person who learns of an event by the bell, by mail, or both. */
export type Reader = {
  accountId?: string | undefined
  email: string
  /** For the greeting. */
  name: string
  brand: string
  kind?: AccountKind | undefined
  /** The address was typed by a visitor who is not signed in. */
  byStranger?: boolean | undefined
  /** Earliest time to send the mail. */
  dueAt?: Date | undefined
  /** Of an administrator: entities of the grants that make this person a reader. The bell's entry ends with them. */
  entities?: string[] | undefined
}

/** What the audit trail keeps of an event beside its name. */
export type Act = Omit<AuditEntry, 'action'>

export type Message = Omit<MailContent, 'greeting'>

/** One event of an area: its name, and what the audit trail, the bell and the mail say of it. */
export type Event<Facts, To extends Reader = Reader> = {
  /** area.event; also the kind of its mail. */
  name: string
  /** Text of the audit trail. An event without one is not recorded there. */
  audit?: string
  /** Undefined if another act stands for this one. */
  about?: (facts: Facts, context: InTransaction) => Act | undefined
  /** Who learns of it. */
  to?: (facts: Facts, context: InTransaction) => readonly To[] | Promise<readonly To[]>
  /** Plan staff whose roles have such entries of the bell. */
  toStaff?: (facts: Facts) => StaffReaders
  bell?: BellLine
  /** May create the link that the message carries. */
  mail?: (facts: Facts, context: InTransaction, reader: To) => Message | undefined | Promise<Message | undefined>
}

export const declareEvent = <Facts, To extends Reader = Reader>(event: Event<Facts, To>): Event<Facts, To> => event

/** An event that is only recorded in the audit trail. */
export const declareAct = (name: string, audit: string): Event<Act> => ({ name, audit, about: (act) => act })

type Declared = Pick<Event<never>, 'name' | 'audit' | 'bell'> & { mail?: unknown }

/** An area's events: the exports of its `events.ts`. */
export type AreaEvents = Readonly<Record<string, Declared>>

/** The events of all areas by name. A name is declared once. */
export type EventCatalog = EventTexts & {
  names: readonly string[]
  mailKinds: readonly string[]
  bellNames: readonly string[]
}

export function collectEvents(areas: readonly AreaEvents[]): EventCatalog {
  const byName = new Map<string, Declared>()
  for (const event of areas.flatMap((events) => Object.values(events))) {
    if (byName.has(event.name)) throw new Error(`The event ${event.name} is declared twice.`)
    byName.set(event.name, event)
  }
  return {
    names: [...byName.keys()],
    mailKinds: [...byName.values()].flatMap(({ name, mail }) => (mail ? [name] : [])),
    bellNames: [...byName.values()].flatMap(({ name, bell }) => (bell ? [name] : [])),
    auditText: (action) => byName.get(action)?.audit ?? action,
    bellLine: (name) => byName.get(name)?.bell ?? UNKNOWN,
  }
}

/** An event of another release has no words here. */
const UNKNOWN: BellLine = {
  kind: 'NEWS',
  says: ({ summary }) => summary ?? '',
  page: ({ reader }) => AREA_PATHS[areaOfAccount(reader)].home,
}
