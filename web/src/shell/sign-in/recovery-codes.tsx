import { formatDay } from '@portico/core/forms/moments'
import { Button } from '#kit/button.tsx'
import { now } from '#kit/clock.ts'
import { Note } from '#kit/note.tsx'
import { brand } from '../brands/brand.ts'
import { saveFile } from '../forms/save-file.ts'
import './factors.css'

/** Shows ten recovery codes once, to print or save. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const save = () => {
    const lines = [`${brand.name}: recovery codes`, 'Each code works once.', '', ...codes, '']
    saveFile(new Blob([lines.join('\r\n')], { type: 'text/plain' }), 'recovery-codes.txt')
  }
  return (
    <>
      <Note tone="warn">
        <p>
          Print or save these recovery codes now. We show them only once. If you lose your device, each code works one
          time to sign in.
        </p>
      </Note>
      <div className="recovery-sheet">
        <p className="print-only">
          {brand.name}
          <br />
          {formatDay(new Date(now()).toISOString())}
        </p>
        <ol className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className="actions">
        <Button look="line" onClick={() => window.print()}>
          Print
        </Button>
        <Button look="line" onClick={save}>
          Save as a file
        </Button>
        <Button onClick={onDone}>I’ve saved my codes</Button>
      </div>
    </>
  )
}
