import type { MyRequest } from '@portico/core/access/request-shapes'
import { contractFileName } from '@portico/core/constants'
import { uploadContract } from '@portico/core/contracts/calls'
import { INSPECTION_BUSY } from '@portico/core/contracts/sentences'
import { GENERIC } from '@portico/core/forms/messages'
import { regContract } from '@portico/core/registration/calls'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import { saveBase64Pdf } from '#shell/forms/save-file.ts'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { isBusy } from '#shell/gateway/reply.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { SignedFormField } from '#shell/signed-form/signed-form-field.tsx'
import { useSignedForm } from '#shell/signed-form/use-signed-form.ts'

type ContractStepsProps = { request: MyRequest; onUploaded: (message: string) => void }

/** Download and upload of the signed form. */
export function ContractSteps({ request, onUploaded }: ContractStepsProps) {
  if (request.contract.state === 'RECEIVED') {
    return (
      <details className="answer section-head">
        <summary>Download the form again, or send a better copy</summary>
        <DownloadContract request={request} />
        <UploadContract request={request} onUploaded={onUploaded} />
      </details>
    )
  }
  return (
    <>
      <h3 className="section-head">{request.canSignOnline ? 'Or sign on paper' : 'The form to sign'}</h3>
      <ol className="numbered">
        <li>
          <DownloadContract request={request} />
        </li>
        <li>Have it signed by the provider, or by someone authorized to sign for the group or organization.</li>
        <li>
          <UploadContract request={request} onUploaded={onUploaded} />
        </li>
      </ol>
    </>
  )
}

function DownloadContract({ request }: { request: MyRequest }) {
  const gateway = useGateway()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<'none' | 'saved' | 'failed'>('none')
  const fileName = contractFileName(request.npi)

  const download = async () => {
    setBusy(true)
    const reply = await gateway.call(regContract, { reference: request.reference })
    setBusy(false)
    const contract = reply.ok ? reply.entity.regContract : ''
    setOutcome(contract ? 'saved' : 'failed')
    if (contract) saveBase64Pdf(contract, fileName)
  }
  return (
    <>
      <p>Download the form and print it. Your details are filled in.</p>
      {outcome === 'failed' && <Alert>{GENERIC}</Alert>}
      <Button look="line" busy={busy} onClick={() => void download()}>
        {BUTTONS.downloadPdf}
      </Button>
      {outcome === 'saved' && (
        <p className="after-facts small" role="status">
          Saved as <b>{fileName}</b>.
        </p>
      )}
    </>
  )
}

function UploadContract({ request, onUploaded }: ContractStepsProps) {
  const form = useSignedForm()
  const upload = useSave(uploadContract, () => {
    form.clear()
    onUploaded('We received your signed form. We’ll review it and email you.')
  })

  const send = async () => {
    const body = await form.toBody()
    if (body) await upload.send({ reference: request.reference, ...body })
  }
  const isWaiting = upload.refusal !== null && isBusy(upload.refusal)
  const kept = form.pictures.length > 0 ? 'Your pictures are still here.' : 'Your file is still selected.'
  const refusal = isWaiting ? `${INSPECTION_BUSY} ${kept}` : upload.refusal?.entity.message
  return (
    <>
      <p>
        Upload it here as a PDF or as photos, or return it by mail or fax as the form says. A new upload replaces an
        earlier one.
      </p>
      {refusal && !form.problem && <Alert>{refusal} Anything you uploaded earlier is still with us.</Alert>}
      <SignedFormField form={form} id={`signed-form-${request.reference}`} label="Signed form" />
      <Button busy={upload.busy || form.reading} onClick={() => void send()}>
        {isWaiting ? 'Try again' : 'Upload the signed form'}
      </Button>
    </>
  )
}
