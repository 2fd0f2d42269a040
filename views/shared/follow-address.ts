/** wouter turns `pushState` and `replaceState` into events. */
const CHANGES = ['pushState', 'replaceState', 'popstate'] as const

/** Calls back after each change of the address within the page that is open now. Returns a function that stops. */
export function followAddress(onChange: (search: string) => void): () => void {
  const page = window.location.pathname
  const tell = () => {
    const { pathname, search } = window.location
    if (pathname === page) onChange(search)
  }
  for (const change of CHANGES) window.addEventListener(change, tell)
  return () => CHANGES.forEach((change) => window.removeEventListener(change, tell))
}
