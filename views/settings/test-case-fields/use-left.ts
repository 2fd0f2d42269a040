import { useState } from 'react'

/** Whether a control was left once: errors are not shown during first input. */
export function useLeft() {
  const [isLeft, setLeft] = useState(false)
  return { isLeft, leave: () => setLeft(true) }
}
