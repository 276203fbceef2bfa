import * as calls from '@portico/core/contracts/calls'
import type { Mount } from '#platform/calls/mount.ts'
import { reading } from '#platform/outcome.ts'
import { returnContract, validateContract } from './domain/decide-contract.ts'
import { saveDecided } from './domain/decided-file.ts'
import { recordContract, uploadContract } from './domain/receive-contract.ts'
import { reviewContract, saveDocument, viewDocument } from './domain/review-contract.ts'
import { signAndValidate } from './domain/self-validate.ts'
import * as asking from './domain/signing/ask.ts'
import { confirmSigningCode, sendSigningCode } from './domain/signing/confirm.ts'
import { describeCopy, saveCopy, saveOwnCopy } from './domain/signing/copies.ts'
import { openSigning, readDocument } from './domain/signing/read.ts'
import { declineSigning } from './domain/signing/sign.ts'
import { countContracts, findContractQueue, findNextContract } from './store/contract-queue.ts'
import { findContractWays } from './store/contract-ways.ts'
import { findDecided } from './store/decided.ts'

/** Signed contracts: upload by the requester, online signing, and review by plan staff. */
export function contractRoutes(mount: Mount): void {
  mount(calls.uploadContract, uploadContract)

  mount(calls.askForSignature, asking.askForSignature)
  mount(calls.startSigning, asking.startSigning)
  mount(calls.sendSigningAgain, asking.sendSigningAgain)
  mount(calls.cancelSigning, asking.cancelSigning)
  mount(calls.signedCopy, saveOwnCopy)

  mount(calls.openSigning, openSigning)
  mount(calls.signingDocument, readDocument)
  mount(calls.sendSigningCode, sendSigningCode)
  mount(calls.confirmSigningCode, confirmSigningCode)
  mount(calls.signContract, signAndValidate)
  mount(calls.declineSigning, declineSigning)
  mount(calls.copyByLink, describeCopy)
  mount(calls.signedDocument, saveCopy)

  mount(calls.listContracts, reading(findContractQueue))
  mount(calls.nextContract, reading(findNextContract))
  mount(calls.countContracts, reading(countContracts))
  mount(calls.listDecided, reading(findDecided))
  mount(calls.decidedFile, saveDecided)
  mount(calls.contractWays, reading(findContractWays))
  mount(calls.reviewContract, reviewContract)
  mount(calls.contractView, viewDocument)
  mount(calls.contractFile, saveDocument)

  mount(calls.recordContract, recordContract)
  mount(calls.validateContract, validateContract)
  mount(calls.returnContract, returnContract)
}
