import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router, useLocation } from 'react-router'

const history = createBrowserHistory({ v5Compat: true })

/** What react-router's BrowserRouter does, without the parts for forms and servers that come with it. */
export function AddressRouter({ children }: { children: ReactNode }) {
  const [{ action, location }, setShown] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => history.listen((next) => startTransition(() => setShown(next))), [])
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}

/** What stands behind the '?' of the address. */
export function useAddressQuery(): URLSearchParams {
  return new URLSearchParams(useLocation().search)
}
