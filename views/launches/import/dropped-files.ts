import type { DragEvent } from 'react'

let waiting: readonly File[] = []

/** Leaves files that were dropped on the list to the page that imports them. */
export const handFiles = (files: readonly File[]): void => {
  waiting = files
}

/** Returns the files that were left here, once. */
export const takeHandedFiles = (): readonly File[] => {
  const files = waiting
  waiting = []
  return files
}

/**
 * Properties of an area that files are dropped on. Not the library's drop zone: that ignores files without an entry in a file system, as those of a
 * mail or of another page.
 */
export const dropping = (onFiles: (files: File[]) => void, setOver: (isOver: boolean) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  },
  onDragLeave: (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
  },
  onDrop: (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  },
})
