/** wouter dispatches `pushState` and `replaceState` as events. */
const CHANGES = ['pushState', 'replaceState', 'popstate'] as const

/** Calls `changed` when the address changes within the open page. Returns the unsubscribe function. */
export function onAddressChange(changed: () => void): () => void {
  const page = window.location.pathname
  const look = () => {
    if (window.location.pathname === page) changed()
  }
  for (const change of CHANGES) window.addEventListener(change, look)
  return () => CHANGES.forEach((change) => window.removeEventListener(change, look))
}
