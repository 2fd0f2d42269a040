import { useLayoutEffect, useState } from 'react'

/** Returns a stable getter for the latest render's value. */
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
