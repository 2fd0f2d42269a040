import type { DragEvent } from 'react'

/**
 * Returns handlers of an area that takes dropped files. Not the library's drop zone: it ignores files without a file system entry, such as
 * those of a mail or another page, and adds a tab stop.
 */
export const dropping = (onFiles: (files: File[]) => void, setOver: (isOver: boolean) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.stopPropagation()
    setOver(true)
  },
  onDragLeave: (event: DragEvent) => {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
  },
  onDrop: (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  },
})
