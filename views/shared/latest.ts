import { useLayoutEffect, useState } from 'react'

/** A way to the newest drawing's value, for what outlives a drawing: an actor, a subscription. The way itself never changes. */
export function useLatest<Value>(value: Value): () => Value {
  const [held] = useState(() => {
    let newest = value
    return {
      get: () => newest,
      set: (next: Value) => {
        newest = next
      },
    }
  })
  useLayoutEffect(() => held.set(value))
  return held.get
}
