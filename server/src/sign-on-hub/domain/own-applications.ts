import { STATUS } from '@portico/core/constants'
import type { ApplicationTiles, ConnectedApplication } from '@portico/core/sign-on-hub/shapes'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import type { AccountKind } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import type { Act } from '#platform/events/event.ts'
import { revokeTokens } from '#platform/identity/revoke-tokens.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { deleteConsent, findOwnApplications, findTiles, type OwnApplication } from '../store/own-applications.ts'
import { applicationSignedOut, consentWithdrawn } from './events.ts'
import { nameShared } from './name-shared.ts'

export async function listConnected(context: SignedIn): Promise<Outcome<ConnectedApplication[]>> {
  const { accountId, kind } = context.session
  const found = await findOwnApplications(context, accountId)
  return { entity: found.map((application) => describe(application, kind)) }
}

function describe({ clientId, name, scopes, lastUsed, allowedOn }: OwnApplication, kind: AccountKind) {
  return {
    clientId,
    name,
    shared: nameShared(scopes, kind),
    signedIn: lastUsed !== null,
    lastUsed: lastUsed?.toISOString() ?? '',
    allowedOn: allowedOn?.toISOString() ?? '',
  }
}

export async function listTiles({ db, session, brand }: SignedIn): Promise<Outcome<ApplicationTiles>> {
  const { accountId, kind, active } = session
  return { entity: await findTiles(db, { accountId, kind, active, brand: brand.id }) }
}

type Chosen = { clientId: string }

/** Ends what the application got. The person stays signed in to the portal and the other applications. */
export async function signOutOf(context: SignedIn, { clientId }: Chosen): Promise<Outcome<true>> {
  return endFor(context, clientId, {
    applies: ({ signedIn }) => signedIn,
    end: (inside, act) => announce(inside, applicationSignedOut, act),
  })
}

export async function withdraw(context: SignedIn, { clientId }: Chosen): Promise<Outcome<true>> {
  return endFor(context, clientId, {
    applies: ({ allowedOn }) => allowedOn !== '',
    async end(inside, act) {
      await deleteConsent(inside.db, context.session.accountId, clientId)
      await announce(inside, consentWithdrawn, act)
    },
  })
}

type Ending = {
  applies(application: ConnectedApplication): boolean
  end(inside: InTransaction, act: Act): Promise<void>
}

async function endFor(context: SignedIn, clientId: string, { applies, end }: Ending): Promise<Outcome<true>> {
  const { accountId, kind } = context.session
  return transact(context, async (inside) => {
    const found = (await findOwnApplications(inside, accountId)).find((own) => own.clientId === clientId)
    if (!found || !applies(describe(found, kind))) return refuse(STATUS.notFound, NOT_CONNECTED)
    await end(inside, { subjectAccountId: accountId, details: { clientId, application: found.name } })
    await revokeTokens(inside, { accountId, clientId })
    return { entity: true as const }
  })
}

const NOT_CONNECTED = 'This application is not connected to your account.'
