/** Small habits kept on this device: a pane's width, the rail, the theme. A store that is full or forbidden only means they are not kept. */
const key = (name: string) => `assay.${name}`

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(key(name))
  } catch {
    return null
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(key(name), value)
  } catch {
    // Private windows refuse; the habit then lasts as long as the page.
  }
}
