import type { ClipboardEvent, DragEvent } from 'react'
import { filesOf } from './given-files.ts'

/** Returns handlers that accept dropped and pasted files; outer ones do not get those that an inner one has taken. */
export const takingFiles = (give: (files: readonly File[]) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault()
  },
  onDrop: (event: DragEvent) => {
    const files = filesOf(event.dataTransfer)
    if (files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    give(files)
  },
  onPaste: (event: ClipboardEvent) => {
    const files = filesOf(event.clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    give(files)
  },
})
