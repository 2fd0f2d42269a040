import type { ClipboardEvent, DragEvent } from 'react'
import { filesOf } from './given-files.ts'

/** Returns the handlers of an element that takes files which are dropped on it or pasted into it. */
export const takingFiles = (give: (files: readonly File[]) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault()
  },
  onDrop: (event: DragEvent) => {
    const files = filesOf(event.dataTransfer)
    if (files.length === 0) return
    event.preventDefault()
    give(files)
  },
  onPaste: (event: ClipboardEvent) => {
    const files = filesOf(event.clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    give(files)
  },
})
