import type { MyRequest } from '@portico/core/access/request-shapes'
import { contractFileName } from '@portico/core/constants'
import { uploadContract } from '@portico/core/contracts/calls'
import { CONTRACT_UPLOAD_MAX_BYTES } from '@portico/core/contracts/limits'
import { INSPECTION_BUSY } from '@portico/core/contracts/sentences'
import { GENERIC } from '@portico/core/forms/messages'
import { regContract } from '@portico/core/registration/calls'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { FileField } from '../../kit/file-field.tsx'
import { Alert } from '../../kit/note.tsx'
import { readAsBase64 } from '../../shell/forms/read-file.ts'
import { saveBase64Pdf } from '../../shell/forms/save-pdf.ts'
import { useGateway } from '../../shell/gateway/gateway-context.tsx'
import { isBusy } from '../../shell/gateway/reply.ts'
import { useSave } from '../../shell/gateway/use-save.ts'

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

const NO_FILE = 'Please choose a PDF of the signed form.'
const NOT_A_PDF = 'Please choose a PDF file. A photo or a Word file can be saved or printed as PDF.'
const TOO_LARGE = 'This file is larger than 10 MB. Please scan the form with a lower resolution.'

function UploadContract({ request, onUploaded }: ContractStepsProps) {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const input = useRef<HTMLInputElement>(null)
  const upload = useSave(uploadContract, () => {
    setFile(null)
    if (input.current) input.current.value = ''
    onUploaded('We received your signed form. We’ll review it and email you.')
  })

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0] ?? null
    setFile(chosen)
    setProblem(undefined)
  }
  const send = async () => {
    const found = checkFile(file)
    setProblem(found)
    if (found || !file) return input.current?.focus()
    const { reference } = request
    await upload.send({ reference, fileName: file.name, content: await readAsBase64(file) })
  }
  const isWaiting = upload.refusal !== null && isBusy(upload.refusal)
  const refusal = isWaiting ? `${INSPECTION_BUSY} Your file is still selected.` : upload.refusal?.entity.message
  return (
    <>
      <p>
        Upload it here as a PDF, or return it by mail or fax as the form says. A new upload replaces an earlier one.
      </p>
      {refusal && !problem && <Alert>{refusal} Anything you uploaded earlier is still with us.</Alert>}
      <FileField
        label="Signed form"
        hint="PDF, at most 10 MB"
        id={`signed-form-${request.reference}`}
        accept="application/pdf,.pdf"
        error={problem}
        ref={input}
        onChange={choose}
      />
      <Button busy={upload.busy} onClick={() => void send()}>
        {isWaiting ? 'Try again' : 'Upload the signed form'}
      </Button>
    </>
  )
}

/** Checks size and type. The server inspects the content. */
function checkFile(file: File | null): string | undefined {
  if (!file) return NO_FILE
  if (file.size > CONTRACT_UPLOAD_MAX_BYTES) return TOO_LARGE
  return file.type === 'application/pdf' || file.name.toLowerCase().endsWith('.pdf') ? undefined : NOT_A_PDF
}
