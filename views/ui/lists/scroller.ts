/** Returns the scroll container of an element; null for the window. */
export const scrollerOf = (node: HTMLElement | null): HTMLElement | null => {
  const above = node?.parentElement ?? null
  if (above === null) return null
  return /auto|scroll/.test(getComputedStyle(above).overflowY) ? above : scrollerOf(above)
}
