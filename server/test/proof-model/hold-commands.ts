import { liftHold } from '@portico/core/internal/calls'
import fc from 'fast-check'
import { type Act, act, browser, inBrowser, provider } from './command.ts'
import { nth, pick, pickUser, validateContract } from './decision-commands.ts'
import { insist, STAFF } from './model.ts'
import { requestAs } from './registration-commands.ts'
import { BY_STAFF, ONE_WAITING } from './whole-commands.ts'
import { count, type Provider, signedIn } from './world.ts'

/** 'This was not me' and 'I object' by mailed links (behaviour 7.19). */

const LINK_DAYS = 14

async function sayNotMe({ model, world }: Act, at: number, which: number): Promise<void> {
  const mails = await world.app.db
    .selectFrom('mail_message')
    .select(['body', 'created_at'])
    .where('body', 'like', '%holdId=%')
    .orderBy('id', 'desc')
    .execute()
  const mail = pick(mails, which)
  const holdId = /holdId=([\w-]+)/.exec(mail?.body ?? '')?.[1]
  if (!mail || !holdId) return
  const wizard = inBrowser(world, at)
  const about = await wizard.get<{ npi: string; objection: boolean }>('holdByLink', { holdId })
  const reply = await wizard.post('holdRegistration', { holdId })
  insist(reply.status === about.status, 'the page and its button do not agree')
  if (reply.status !== 200) return
  insist(model.now - mail.created_at.getTime() < LINK_DAYS * 24 * 3_600_000, 'held by a link that is over')
  // An SAA's objection only informs plan staff and starts no hold.
  count(world, about.entity.objection ? 'objected' : 'held')
  if (!about.entity.objection) model.holds.add(about.entity.npi)
}

async function lift({ model, world }: Act, who: number, npi: string): Promise<void> {
  const by = pickUser(model, who, npi)
  const reply = await (await signedIn(world, by)).postCall(liftHold.path, { npi })
  if (reply.status !== 200) return
  insist(by === STAFF, 'a hold was lifted by a user without the right')
  if (model.holds.delete(npi)) count(world, 'lifted')
}

const NEWEST = 0

/** Requests by contract; the provider reports 'This was not me' before the validation. */
async function holdBeforeContract(context: Act, at: number, of: Provider, isLifted: boolean): Promise<void> {
  await requestAs(context, at, of, 'contract')
  await sayNotMe(context, at, NEWEST)
  if (isLifted) await lift(context, BY_STAFF, of.npi)
  await validateContract(context, BY_STAFF, ONE_WAITING)
}

export const holdCommands = [
  fc.tuple(browser, nth).map(([at, n]) => act(`not me ${n} at ${at}`, (it) => sayNotMe(it, at, n))),
  fc.tuple(nth, provider).map(([who, of]) => act(`lift ${of.npi} by ${who}`, (it) => lift(it, who, of.npi))),
  fc
    .tuple(browser, provider, fc.boolean())
    .map(([at, of, isLifted]) =>
      act(`contract for ${of.npi} at ${at}, not me, lifted ${isLifted}`, (it) =>
        holdBeforeContract(it, at, of, isLifted),
      ),
    ),
]
