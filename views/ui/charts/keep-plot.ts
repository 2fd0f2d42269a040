import type uPlot from 'uplot'

/** Keeps a plot at its container's width and in the theme's colours, light while printing. Returns the cleanup function. */
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

/** Resolves a token to its colour in an element. */
export const colorIn = (own: HTMLElement, name: string): string => {
  own.style.color = `var(${name})`
  return getComputedStyle(own).color
}

/** Width of a label in px. */
export const widthOf = (label: string, font: string): number => {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return 0
  context.font = font
  return context.measureText(label).width
}
