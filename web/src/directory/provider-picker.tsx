import type { Call, Description } from '@portico/core/call'
import type { LookupQuery, ProviderOption, ProviderOptions } from '@portico/core/directory/shapes'
import { useState } from 'react'
import { TextButton } from '../kit/button.tsx'
import { Typeahead } from '../kit/typeahead.tsx'
import { useGateway } from '../shell/gateway/gateway-context.tsx'
import { useCall } from '../shell/gateway/use-call.ts'

type ProviderPickerProps = {
  /** A look-up of the providers this function covers. */
  call: Call<Description & { query: typeof LookupQuery; entity: typeof ProviderOptions }>
  permId?: string
  /** Who is chosen; nobody means all of them. */
  npi: string
  onPick: (npi: string) => void
}

/** Finds one of the person's own providers as they type; none chosen means all of them. */
export function ProviderPicker({ call, permId, npi, onPick }: ProviderPickerProps) {
  const gateway = useGateway()
  const { field, replaceField, pick } = usePickerField(npi, onPick)
  // An address names a provider by number alone.
  const lookedUp = useCall(call, {
    query: { permId, search: field.npi },
    cached: true,
    enabled: field.npi !== '' && field.option === null,
  })
  if (field.npi !== '' && field.option === null && lookedUp.state === 'ready')
    replaceField(
      field.npi,
      lookedUp.entity.find((option) => option.npi === field.npi) ?? { ...UNNAMED, npi: field.npi },
    )

  const loadOptions = async (typed: string) => {
    const reply = await gateway.lookUp(call, { permId, search: typed }, { typeahead: true })
    return reply.ok ? reply.entity : []
  }
  const showAll = () => {
    replaceField('', null)
    onPick('')
  }
  return (
    <div className="picker">
      <Typeahead<ProviderOption>
        key={field.round}
        label="Provider"
        name="provider"
        hint="Enter an NPI or name, or leave blank for all your providers"
        loadOptions={loadOptions}
        optionText={({ name, npi }) => (name ? `${name} (NPI ${npi})` : `NPI ${npi}`)}
        onSelect={pick}
        {...(field.option ? { initial: field.option } : {})}
      />
      {field.npi && <TextButton onClick={showAll}>Show all my providers</TextButton>}
    </div>
  )
}

const UNNAMED: ProviderOption = { npi: '', name: '', city: '', state: '' }

/** Who stands in the field. What is chosen there stands there at once; what is `put` there needs a new field. */
function usePickerField(npi: string, onPick: (npi: string) => void) {
  const [lastNpi, setLastNpi] = useState(npi)
  const [field, setField] = useState<{ npi: string; option: ProviderOption | null; round: number }>({
    npi,
    option: null,
    round: 0,
  })
  const replaceField = (wanted: string, option: ProviderOption | null) =>
    setField({ npi: wanted, option, round: field.round + 1 })
  if (npi !== lastNpi) {
    setLastNpi(npi)
    // Chosen by another way, such as Back.
    if (npi !== field.npi) replaceField(npi, null)
  }
  const pick = (option: ProviderOption | null) => {
    setField({ ...field, npi: option?.npi ?? '', option })
    onPick(option?.npi ?? '')
  }
  return { field, replaceField, pick }
}
