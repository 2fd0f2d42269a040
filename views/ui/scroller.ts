/** The element whose box an element scrolls in; null where the window scrolls it. */
export const scrollerOf = (node: HTMLElement | null): HTMLElement | null => {
  const above = node?.parentElement ?? null
  if (above === null) return null
  return /auto|scroll/.test(getComputedStyle(above).overflowY) ? above : scrollerOf(above)
}
