import { recordContract } from '@portico/core/contracts/calls'
import { INSPECTION_BUSY } from '@portico/core/contracts/sentences'
import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { RadioCards } from '../../kit/choice.tsx'
import { FileField } from '../../kit/file-field.tsx'
import { Alert } from '../../kit/note.tsx'
import { readAsBase64 } from '../../shell/forms/read-file.ts'
import { isBusy } from '../../shell/gateway/reply.ts'
import { useSave } from '../../shell/gateway/use-save.ts'

/** Records a contract that was received on paper, with an optional scan. */
export function RecordContract({ reference, onDone }: { reference: string; onDone: (message: string) => void }) {
  const [cameBy, setCameBy] = useState<'' | 'MAIL' | 'FAX'>('')
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const record = useSave(recordContract, () => {
    setCameBy('')
    setFile(null)
    onDone('The contract is recorded. We let the registrant know that we received it.')
  })
  const send = async () => {
    setProblem(cameBy === '' ? 'Please select an option.' : undefined)
    if (cameBy === '') return
    const scan = file ? { fileName: file.name, content: await readAsBase64(file) } : {}
    await record.send({ reference, cameBy, ...scan })
  }
  return (
    <Card>
      <h2>Received on paper?</h2>
      {record.refusal && <Alert>{isBusy(record.refusal) ? INSPECTION_BUSY : record.refusal.entity.message}</Alert>}
      <RadioCards
        legend="Received by"
        name="paperCameBy"
        value={cameBy}
        error={problem}
        options={[
          { value: 'MAIL', label: 'Mail' },
          { value: 'FAX', label: 'Fax' },
        ]}
        onPick={setCameBy}
      />
      <FileField
        label="Scan (optional)"
        hint="PDF, at most 10 MB"
        name="scan"
        accept="application/pdf,.pdf"
        onChange={(event) => setFile(event.target.files?.[0] ?? null)}
      />
      <Button look="line" busy={record.busy} onClick={() => void send()}>
        Record contract
      </Button>
    </Card>
  )
}
