import { useState } from 'react'

/** Whether a control has been left once: what is wrong with it is not said while it is first written. */
export function useLeft() {
  const [isLeft, setLeft] = useState(false)
  return { isLeft, leave: () => setLeft(true) }
}
