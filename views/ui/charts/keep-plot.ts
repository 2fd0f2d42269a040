import type uPlot from 'uplot'

/** Keeps a plot as wide as its box and in the colours of the theme, of paper while it is printed. Returns what ends that. */
export const keepPlot = (plot: uPlot, box: HTMLElement, height: number): (() => void) => {
  const redraw = () => plot.redraw()
  const sized = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height }))
  sized.observe(box)
  const themed = new MutationObserver(redraw)
  themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const media = ['(prefers-color-scheme: dark)', 'print'].map((query) => matchMedia(query))
  for (const one of media) one.addEventListener('change', redraw)
  return () => {
    sized.disconnect()
    themed.disconnect()
    for (const one of media) one.removeEventListener('change', redraw)
    plot.destroy()
  }
}

/** Resolves a token to the colour that it has in an element. */
export const colorIn = (own: HTMLElement, name: string): string => {
  own.style.color = `var(${name})`
  return getComputedStyle(own).color
}

/** Width in px of a label. */
export const widthOf = (label: string, font: string): number => {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return 0
  context.font = font
  return context.measureText(label).width
}
