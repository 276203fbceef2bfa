import type { InTransaction } from '#platform/context.ts'
import { mustFindRequest } from '../../store/decisions/requests.ts'
import { queueMailToRequester } from './mails.ts'
import * as requestMails from './request-mails.ts'

/** For a signed contract received by upload, mail or fax. */
export async function queueContractReceivedMail(context: InTransaction, requestId: string): Promise<void> {
  const request = await mustFindRequest(context.db, requestId)
  await queueMailToRequester(context, request, 'contract.received', requestMails.contractReceivedMail(context, request))
}

/** For a contract that staff could not validate. The requester can return another one. */
export async function queueContractReturnedMail(
  context: InTransaction,
  { requestId, reason }: { requestId: string; reason: string },
): Promise<void> {
  const request = await mustFindRequest(context.db, requestId)
  const content = requestMails.contractReturnedMail(context, request, reason)
  await queueMailToRequester(context, request, 'contract.returned', content)
}
