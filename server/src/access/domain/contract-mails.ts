import type { Trx } from '../../platform/access-ports.ts'
import type { Settings } from '../../platform/settings.ts'
import * as mails from './mails.ts'
import * as requestLetters from './request-letters.ts'
import { mustFindRequest } from './requests.ts'

/** The signed contract came in: by upload, mail or fax. */
export async function tellContractReceived(
  settings: Settings,
  trx: Trx,
  { requestId, now }: { requestId: string; now: Date },
) {
  const request = await mustFindRequest(trx, requestId)
  const letter = requestLetters.contractReceivedLetter(settings, request)
  await mails.sendLetter(trx, { settings, now }, 'contract.received', mails.requesterOf(request), letter, { requestId })
}

/** Plan staff could not validate it; the requester may return another one. */
export async function tellContractReturned(
  settings: Settings,
  trx: Trx,
  { requestId, reason, now }: { requestId: string; reason: string; now: Date },
) {
  const request = await mustFindRequest(trx, requestId)
  const letter = requestLetters.contractReturnedLetter(settings, request, reason)
  await mails.sendLetter(trx, { settings, now }, 'contract.returned', mails.requesterOf(request), letter, { requestId })
}
