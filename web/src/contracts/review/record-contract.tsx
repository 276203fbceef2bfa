import { recordContract } from '@portico/core/contracts/calls'
import { INSPECTION_BUSY } from '@portico/core/contracts/sentences'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { RadioCards } from '#kit/choice.tsx'
import { Alert } from '#kit/note.tsx'
import { isBusy } from '#shell/gateway/reply.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { SignedFormField } from '#shell/signed-form/signed-form-field.tsx'
import { useSignedForm } from '#shell/signed-form/use-signed-form.ts'

/** Records a contract that was received on paper, with an optional scan. */
export function RecordContract({ reference, onDone }: { reference: string; onDone: (message: string) => void }) {
  const [cameBy, setCameBy] = useState<'' | 'MAIL' | 'FAX'>('')
  const form = useSignedForm()
  const [problem, setProblem] = useState<string>()
  const record = useSave(recordContract, () => {
    setCameBy('')
    form.clear()
    onDone('The contract is recorded. We let the registrant know that we received it.')
  })
  const send = async () => {
    setProblem(cameBy === '' ? 'Please select an option.' : undefined)
    if (cameBy === '') return
    const scan = form.isEmpty && !form.problem ? {} : await form.toBody()
    if (scan) await record.send({ reference, cameBy, ...scan })
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
      <SignedFormField form={form} id="scan" label="Scan (optional)" />
      <Button look="line" busy={record.busy || form.reading} onClick={() => void send()}>
        Record contract
      </Button>
    </Card>
  )
}
