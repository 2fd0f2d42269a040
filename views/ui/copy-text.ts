/** Puts text on the clipboard. The newer way needs HTTPS or localhost; a team's server on plain HTTP gets the older one. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  const cameFrom = document.activeElement
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Focus stays inside an open dialog: outside of it nothing could be selected.
  const host = cameFrom?.closest('[role=dialog], [role=alertdialog]') ?? document.body
  host.append(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  if (cameFrom instanceof HTMLElement) cameFrom.focus()
  return isDone
}
