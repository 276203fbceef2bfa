import type { InTransaction } from '../../../platform/context.ts'
import { mustFindRequest } from '../decisions/requests.ts'
import { tellRequester } from './mails.ts'
import * as requestLetters from './request-mails.ts'

/** The signed contract came in: by upload, mail or fax. */
export async function tellContractReceived(context: InTransaction, requestId: string): Promise<void> {
  const request = await mustFindRequest(context.db, requestId)
  await tellRequester(context, request, 'contract.received', requestLetters.contractReceivedLetter(context, request))
}

/** Plan staff could not validate it; the requester may return another one. */
export async function tellContractReturned(
  context: InTransaction,
  { requestId, reason }: { requestId: string; reason: string },
): Promise<void> {
  const request = await mustFindRequest(context.db, requestId)
  const letter = requestLetters.contractReturnedLetter(context, request, reason)
  await tellRequester(context, request, 'contract.returned', letter)
}
