/** Gives a text to the browser's downloads. */
export const saveFile = (texts: readonly string[], name: string): void => {
  const address = URL.createObjectURL(new Blob([...texts], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download holds what it reads; the address may go once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
