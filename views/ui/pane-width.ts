/** How wide a pane was left, kept on this device. A store that is full or forbidden only means it is not remembered. */
const key = (name: string) => `assay.pane.${name}`

export function readWidth(name: string, fallback: number): number {
  try {
    const width = Number(localStorage.getItem(key(name)))
    return Number.isFinite(width) && width > 0 ? width : fallback
  } catch {
    return fallback
  }
}

export function writeWidth(name: string, width: number): void {
  try {
    localStorage.setItem(key(name), String(Math.round(width)))
  } catch {
    // Private windows refuse; the width then lasts as long as the page.
  }
}
