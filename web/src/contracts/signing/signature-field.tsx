import { NAME_MAX } from '@portico/core/constants'
import {
  SIGNATURE_HEIGHT,
  SIGNATURE_POINTS_MAX,
  SIGNATURE_STROKES_MAX,
  SIGNATURE_WIDTH,
} from '@portico/core/contracts/limits'
import { TextButton } from '#kit/button.tsx'
import { FieldNote } from '#kit/field.tsx'
import { SignaturePad, type Strokes } from '#kit/signature-pad.tsx'
import { TextField } from '#kit/text-field.tsx'

export type SignatureWay = 'draw' | 'type'

type SignatureFieldProps = {
  name: string
  way: SignatureWay
  typed: string
  strokes: Strokes
  error: string | undefined
  onWay: (way: SignatureWay) => void
  onType: (typed: string) => void
  onDraw: (strokes: Strokes) => void
}

const MOST = { points: SIGNATURE_POINTS_MAX, strokes: SIGNATURE_STROKES_MAX }

/** A drawn or typed signature. Typing works without a pointer. */
export function SignatureField({ name, way, typed, strokes, error, onWay, onType, onDraw }: SignatureFieldProps) {
  return (
    <fieldset className={['field wide signature', error && 'bad'].filter(Boolean).join(' ')}>
      <legend>Your signature</legend>
      <div className="ways">
        {(['draw', 'type'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name="signatureWay" checked={way === each} onChange={() => onWay(each)} />
            <span>{each === 'draw' ? 'Draw it' : 'Type it'}</span>
          </label>
        ))}
      </div>
      {way === 'draw' ? (
        <>
          <SignaturePad
            id="signature"
            label="Signature"
            width={SIGNATURE_WIDTH}
            height={SIGNATURE_HEIGHT}
            limits={MOST}
            strokes={strokes}
            describedBy={error && 'signature-error'}
            onDraw={onDraw}
          />
          <FieldNote kind="error" id="signature-error" text={error} />
          <p className="small soft pad-foot">
            <span>Sign with your finger, a pen or the mouse.</span>
            {strokes.length > 0 && <TextButton onClick={() => onDraw([])}>Clear</TextButton>}
          </p>
        </>
      ) : (
        <TextField
          label="Type your name as your signature"
          hint={name && `As above: ${name}`}
          name="signature"
          className="script"
          autoComplete="off"
          maxLength={NAME_MAX}
          value={typed}
          error={error}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </fieldset>
  )
}
