/** Preferences of this device: a pane's width, the navigation, the theme. Full or forbidden storage only loses them. */
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
    // Private windows may throw; the preference then lasts as long as the page.
  }
}
