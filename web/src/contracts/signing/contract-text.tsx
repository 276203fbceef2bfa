import { signingDocument } from '@portico/core/contracts/calls'
import type { ShownContract } from '@portico/core/contracts/signing-shapes'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { saveFile } from '#shell/forms/save-file.ts'
import { useGateway } from '#shell/gateway/gateway-context.tsx'

/** The whole contract as text, with the same wording as the document. */
export function ContractText({ contract, signId }: { contract: ShownContract; signId: string }) {
  const { title, lead, facts, groups, terms } = contract
  return (
    <article className="contract-text" aria-labelledby="contract-title">
      <h2 id="contract-title">{title}</h2>
      <p>{lead}</p>
      <h3>Who this contract covers</h3>
      <SummaryList across items={facts.map(({ label, value }) => ({ term: label, value }))} />
      {groups.length > 0 && (
        <>
          <h3>Provider groups covered ({groups.length})</h3>
          <ol className="covered">
            {groups.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ol>
        </>
      )}
      <h3>Terms</h3>
      <ol className="terms">
        {terms.map(({ heading, text }) => (
          <li key={heading}>
            <b>{heading}</b>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <SaveDocument signId={signId} fileName={contract.fileName} />
    </article>
  )
}

function SaveDocument({ signId, fileName }: { signId: string; fileName: string }) {
  const { fetchFile } = useGateway()
  const [state, setState] = useState({ busy: false, problem: '' })
  const save = async () => {
    setState({ busy: true, problem: '' })
    const reply = await fetchFile(signingDocument, { signId })
    if (reply.ok) saveFile(reply.entity, fileName)
    setState({ busy: false, problem: reply.ok ? '' : reply.entity.message })
  }
  return (
    <>
      {state.problem && <Alert>{state.problem}</Alert>}
      <Button look="line" busy={state.busy} onClick={() => void save()}>
        {BUTTONS.downloadPdf}
      </Button>
    </>
  )
}
