import { formatPhone } from '@portico/core/forms/formats'
import type { ListedProvider } from '@portico/core/members/shapes'

/** Name, what they do, where, and the number to call. */
export function ProviderEntry({ provider }: { provider: ListedProvider }) {
  const { name, specialty, practices, address, phone } = provider
  const town = [provider.city, [provider.state, provider.postalCode.slice(0, 5)].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  return (
    <>
      <div>
        <h3>{name}</h3>
        {specialty && <p>{specialty}</p>}
        {practices.length > 0 && <p className="soft small">{practices.join(' · ')}</p>}
      </div>
      <address>
        {address && (
          <>
            {address}
            <br />
          </>
        )}
        {town}
      </address>
      <p className="phone">
        {phone ? (
          <a href={`tel:${phone}`}>
            <span className="visually-hidden">Call {name}: </span>
            {formatPhone(phone)}
          </a>
        ) : (
          <span className="soft">No phone on file</span>
        )}
      </p>
    </>
  )
}
