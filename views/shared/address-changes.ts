/** wouter turns `pushState` and `replaceState` into events. */
const CHANGES = ['pushState', 'replaceState', 'popstate'] as const

/** Calls `changed` as the address changes within the page that is open. Returns a function that ends it. */
export function onAddressChange(changed: () => void): () => void {
  const page = window.location.pathname
  const look = () => {
    if (window.location.pathname === page) changed()
  }
  for (const change of CHANGES) window.addEventListener(change, look)
  return () => CHANGES.forEach((change) => window.removeEventListener(change, look))
}
