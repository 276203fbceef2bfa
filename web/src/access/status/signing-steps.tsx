import type { MyRequest } from '@portico/core/access/request-shapes'
import { cancelSigning, sendSigningAgain, signedCopy } from '@portico/core/contracts/calls'
import { formatDay } from '@portico/core/forms/moments'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import { saveFile } from '#shell/forms/save-file.ts'
import { SigningChoice } from '#shell/forms/signing-choice.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { useSave } from '#shell/gateway/use-save.ts'

type SigningStepsProps = { request: MyRequest; onChanged: (message: string) => void }

/** Online signing: sign, ask a person to sign, or manage the open request to sign. */
export function SigningSteps({ request, onChanged }: SigningStepsProps) {
  const { signing, reference } = request
  const isAsked = signing.state === 'OPEN' && signing.way === 'ASKED'
  return (
    <>
      <h3 className="section-head">Sign online</h3>
      {isAsked ? (
        <p>
          <b>
            {signing.name}, {signing.title}
          </b>
          , was asked at {signing.sentTo} and can sign until {formatDay(signing.expiresOn)}.
        </p>
      ) : (
        <p>
          Takes a few minutes. Sign now if you’re authorized to sign for the provider, or email the contract to someone
          who is.
        </p>
      )}
      <SigningChoice reference={reference} isReplacement={isAsked} onSent={onChanged} />
      {isAsked && <AskedActions request={request} onChanged={onChanged} />}
    </>
  )
}

function AskedActions({ request: { reference, signing }, onChanged }: SigningStepsProps) {
  const again = useSave(sendSigningAgain, () =>
    onChanged(`We sent the email to ${signing.name} again. The earlier link no longer works.`),
  )
  const cancel = useSave(cancelSigning, () => onChanged(`${signing.name} is no longer asked to sign.`))
  const refusal = again.refusal ?? cancel.refusal
  return (
    <>
      {refusal && <Alert>{refusal.entity.message}</Alert>}
      <div className="row after-facts">
        <Button look="line" busy={again.busy} onClick={() => void again.send({ reference })}>
          Send the email again
        </Button>
        <Button look="line" busy={cancel.busy} onClick={() => void cancel.send({ reference })}>
          Stop asking
        </Button>
      </div>
    </>
  )
}

/** Download of the contract signed online. */
export function SignedCopy({ request: { reference, npi } }: { request: MyRequest }) {
  const { fetchFile } = useGateway()
  const [state, setState] = useState({ busy: false, problem: '' })
  const save = async () => {
    setState({ busy: true, problem: '' })
    const reply = await fetchFile(signedCopy, { reference })
    if (reply.ok) saveFile(reply.entity, `npi_${npi}_network_contract_signed.pdf`)
    setState({ busy: false, problem: reply.ok ? '' : reply.entity.message })
  }
  return (
    <>
      {state.problem && <Alert>{state.problem}</Alert>}
      <p className="after-facts">
        <Button look="line" busy={state.busy} onClick={() => void save()}>
          Download the signed copy
        </Button>
      </p>
    </>
  )
}
