/**
 * Copies text, also one that is still loading; rejects when that fails. `navigator.clipboard` needs HTTPS or localhost; plain HTTP servers
 * use `execCommand`.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    // Some browsers allow copying only during the press, so a text that is still loading is passed as a promise.
    if (typeof text === 'string') await navigator.clipboard.writeText(text)
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
    return true
  } catch {
    return copyBySelection(await text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  const cameFrom = document.activeElement
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Inside an open dialog, because its focus trap prevents selection outside.
  const host = cameFrom?.closest('[role=dialog], [role=alertdialog]') ?? document.body
  host.append(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  if (cameFrom instanceof HTMLElement) cameFrom.focus()
  return isDone
}
