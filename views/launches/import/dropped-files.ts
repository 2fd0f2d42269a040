import type { DragEvent } from 'react'

let waiting: readonly File[] = []

/** Hands files that were dropped on the list over to the import page. */
export const handFiles = (files: readonly File[]): void => {
  waiting = files
}

/** Returns the handed-over files once. */
export const takeHandedFiles = (): readonly File[] => {
  const files = waiting
  waiting = []
  return files
}

/**
 * Returns handlers of a drop area. Not the library's drop zone, which ignores files without a file system entry, such as those of a mail or
 * another page.
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
